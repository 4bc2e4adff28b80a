// Input functions of which libstdc++.so has a version of its own for char and wchar_t, as the standard describes them
// ([istream.unformatted], [istream.extractors], [string.io]).

#include <istream>
#include <limits>
#include <locale>
#include <streambuf>
#include <string>

namespace qpor_guest {
namespace {

/// Calls body(buffer) between a sentry and the setting of the state that it returns.
template <class Char, class Body>
void extract(std::basic_istream<Char>& in, bool keeps_blanks, const Body& body) {
  const typename std::basic_istream<Char>::sentry ready(in, keeps_blanks);
  if (!ready) return;
  std::ios_base::iostate state = std::ios_base::goodbit;
  try {
    state = body(*in.rdbuf());
  } catch (__cxxabiv1::__forced_unwind&) {
    in._M_setstate(std::ios_base::badbit);
    throw;
  } catch (...) {
    in._M_setstate(std::ios_base::badbit);
  }
  if (state != std::ios_base::goodbit) in.setstate(state);
}

template <class Char>
bool is_end(typename std::char_traits<Char>::int_type value) {
  return std::char_traits<Char>::eq_int_type(value, std::char_traits<Char>::eof());
}

template <class Char>
void get_line(std::basic_istream<Char>& in, Char* to, std::streamsize size, Char end_of_line) {
  using Traits = std::char_traits<Char>;
  in._M_gcount = 0;
  extract(in, true, [&](std::basic_streambuf<Char>& buffer) -> std::ios_base::iostate {
    std::streamsize stored = 0;
    std::ios_base::iostate state = std::ios_base::goodbit;
    for (auto next = buffer.sgetc();; next = buffer.snextc()) {
      if (is_end<Char>(next)) {
        state = std::ios_base::eofbit;
        break;
      }
      const Char c = Traits::to_char_type(next);
      if (Traits::eq(c, end_of_line)) {
        buffer.sbumpc();
        ++in._M_gcount;
        break;
      }
      if (stored + 1 >= size) {
        state = std::ios_base::failbit;
        break;
      }
      to[stored++] = c;
      ++in._M_gcount;
    }
    if (size > 0) to[stored] = Char();
    return in._M_gcount == 0 ? state | std::ios_base::failbit : state;
  });
  // A stream that could not be read from has an empty line as well.
  if (in._M_gcount == 0 && size > 0) *to = Char();
}

/// `ends`: also behind a character that is `last`.
template <class Char>
void ignore(std::basic_istream<Char>& in, std::streamsize count, bool ends,
            typename std::char_traits<Char>::int_type last) {
  constexpr std::streamsize kAll = std::numeric_limits<std::streamsize>::max();
  in._M_gcount = 0;
  if (count <= 0) return extract(in, true, [](std::basic_streambuf<Char>&) { return std::ios_base::goodbit; });
  extract(in, true, [&](std::basic_streambuf<Char>& buffer) {
    while (count == kAll || in._M_gcount < count) {
      const auto next = buffer.sbumpc();
      if (is_end<Char>(next)) return std::ios_base::eofbit;
      if (in._M_gcount < kAll) ++in._M_gcount;
      if (ends && std::char_traits<Char>::eq_int_type(next, last)) break;
    }
    return std::ios_base::goodbit;
  });
}

/// Hands the characters of a word to store(c), `most` of them at most.
template <class Char, class Store>
std::ios_base::iostate read_word(std::basic_istream<Char>& in, std::basic_streambuf<Char>& buffer, std::size_t most,
                                 const Store& store) {
  const std::ctype<Char>& kinds = std::use_facet<std::ctype<Char>>(in.getloc());
  std::size_t count = 0;
  std::ios_base::iostate state = std::ios_base::goodbit;
  for (auto next = buffer.sgetc(); count < most; next = buffer.snextc()) {
    if (is_end<Char>(next)) {
      state = std::ios_base::eofbit;
      break;
    }
    const Char c = std::char_traits<Char>::to_char_type(next);
    if (kinds.is(std::ctype_base::space, c)) break;
    store(c);
    ++count;
  }
  return count == 0 ? state | std::ios_base::failbit : state;
}

template <class Char>
void get_line(std::basic_istream<Char>& in, std::basic_string<Char>& to, Char end_of_line) {
  using Traits = std::char_traits<Char>;
  extract(in, true, [&](std::basic_streambuf<Char>& buffer) -> std::ios_base::iostate {
    to.erase();
    for (auto next = buffer.sgetc();; next = buffer.snextc()) {
      if (is_end<Char>(next)) {
        return to.empty() ? std::ios_base::eofbit | std::ios_base::failbit : std::ios_base::eofbit;
      }
      const Char c = Traits::to_char_type(next);
      if (Traits::eq(c, end_of_line)) {
        buffer.sbumpc();
        return std::ios_base::goodbit;
      }
      if (to.size() == to.max_size()) return std::ios_base::failbit;
      to += c;
    }
  });
}

template <class Char>
std::streamsize copy(std::basic_streambuf<Char>& from, std::basic_streambuf<Char>& to, bool& has_ended) {
  std::streamsize count = 0;
  for (auto next = from.sgetc(); !is_end<Char>(next); next = from.snextc(), ++count) {
    if (is_end<Char>(to.sputc(std::char_traits<Char>::to_char_type(next)))) {
      has_ended = false;
      return count;
    }
  }
  has_ended = true;
  return count;
}

}  // namespace
}  // namespace qpor_guest

namespace std {

void __istream_extract(istream& in, char* to, streamsize size) {
  qpor_guest::extract(in, false, [&](streambuf& buffer) {
    const streamsize width = in.width();
    const auto room = static_cast<size_t>((width > 0 && width < size ? width : size) - 1);
    const auto state = qpor_guest::read_word(in, buffer, room, [&to](char c) { *to++ = c; });
    *to = '\0';
    in.width(0);
    return state;
  });
}

template <>
istream& operator>>(istream& in, string& to) {
  qpor_guest::extract(in, false, [&](streambuf& buffer) {
    to.erase();
    const streamsize width = in.width();
    const size_t most = width > 0 ? static_cast<size_t>(width) : to.max_size();
    const auto state = qpor_guest::read_word(in, buffer, most, [&to](char c) { to += c; });
    in.width(0);
    return state;
  });
  return in;
}

#define QPOR_INPUT(Char)                                                                                      \
  template <>                                                                                                 \
  basic_istream<Char>& basic_istream<Char>::getline(Char* to, streamsize size, Char end_of_line) {            \
    qpor_guest::get_line(*this, to, size, end_of_line);                                                       \
    return *this;                                                                                             \
  }                                                                                                           \
  template <>                                                                                                 \
  basic_istream<Char>& basic_istream<Char>::ignore(streamsize count) {                                        \
    qpor_guest::ignore(*this, count, false, traits_type::eof());                                              \
    return *this;                                                                                             \
  }                                                                                                           \
  template <>                                                                                                 \
  basic_istream<Char>& basic_istream<Char>::ignore(streamsize count, int_type last) {                         \
    qpor_guest::ignore(*this, count, !qpor_guest::is_end<Char>(last), last);                                  \
    return *this;                                                                                             \
  }                                                                                                           \
  template <>                                                                                                 \
  basic_istream<Char>& getline(basic_istream<Char>& in, basic_string<Char>& to, Char end_of_line) {           \
    qpor_guest::get_line(in, to, end_of_line);                                                                \
    return in;                                                                                                \
  }                                                                                                           \
  template <>                                                                                                 \
  streamsize __copy_streambufs_eof(basic_streambuf<Char>* from, basic_streambuf<Char>* to, bool& has_ended) { \
    return qpor_guest::copy(*from, *to, has_ended);                                                           \
  }

QPOR_INPUT(char)
QPOR_INPUT(wchar_t)

}  // namespace std
