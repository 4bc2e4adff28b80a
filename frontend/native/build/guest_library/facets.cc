// Facets of the program's streams. Those of libstdc++.so format and parse in machine code that qpor does not see:
// std::use_facet gives objects of the guest library instead, whose functions are instrumented. Facets that the program
// derived itself stay.
//
// Most facets have no state, so that one object can be a constant that stands for those of all locales. std::ctype has
// tables; its object is made before the program's own constructors run, from the classic locale.

#include <locale>
#include <new>
#include <string>

#include "frontend/native/build/guest_library/facets.h"
#include "frontend/native/build/guest_library/hooks.h"

namespace std {
template <>
const ctype<char>& use_facet<ctype<char>>(const locale&);
}

namespace qpor_guest {
namespace {

/// An object of a class derived from std::locale::facet that has no members of its own, but perhaps a pointer that its
/// functions do not need.
struct StatelessFacet {
  const void* functions;
  int references;
  void* pointer;
};

template <class Facet>
const Facet& find(const std::locale& locale, const void* const* virtual_table, const void* ours) {
  const std::size_t number = Facet::id._M_id();
  const std::locale::facet* const* const facets = locale._M_impl->_M_facets;
  if (number >= locale._M_impl->_M_facets_size || facets[number] == nullptr) std::__throw_bad_cast();
  if (is_of(facets[number], virtual_table)) return *static_cast<const Facet*>(ours);
  return dynamic_cast<const Facet&>(*facets[number]);
}

}  // namespace
}  // namespace qpor_guest

/// std::use_facet gives an object of `Class` for one of the host's Facet. The symbols are their virtual tables.
#define QPOR_FACET(number, class_symbol, facet_symbol, ...)                                                        \
  namespace qpor_guest {                                                                                           \
  extern const void* const functions_##number[] asm(class_symbol);                                                 \
  extern const void* const real_functions_##number[] QPOR_REAL(facet_symbol);                                      \
  const StatelessFacet facet_##number = {functions_##number + kFirstFunction, 1, nullptr};                         \
  }                                                                                                                \
  namespace std {                                                                                                  \
  template <>                                                                                                      \
  const __VA_ARGS__& use_facet<__VA_ARGS__>(const locale& where) {                                                 \
    return qpor_guest::find<__VA_ARGS__>(where, qpor_guest::real_functions_##number, &qpor_guest::facet_##number); \
  }                                                                                                                \
  }
#define QPOR_STATELESS_FACET(number, symbol, ...) \
  namespace std {                                 \
  template class __VA_ARGS__;                     \
  }                                               \
  QPOR_FACET(number, symbol, symbol, __VA_ARGS__)

QPOR_STATELESS_FACET(1, QPOR_NUM_PUT("c"), num_put<char>)
QPOR_STATELESS_FACET(2, QPOR_NUM_GET("c"), num_get<char>)
QPOR_STATELESS_FACET(3, QPOR_NUM_PUT("w"), num_put<wchar_t>)
QPOR_STATELESS_FACET(4, QPOR_NUM_GET("w"), num_get<wchar_t>)
QPOR_STATELESS_FACET(5, "_ZTVSt8time_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEE", time_put<char>)

namespace qpor_guest {
namespace {

/// An object of the library's class, the host's or ours, and not of one that the program derived from it.
bool is_plain_time_get(const std::time_get<char>& facet);

}  // namespace
}  // namespace qpor_guest

namespace std {

/// Reads a date by a format ([locale.time.get.members]). The version in the headers forgets between two conversions,
/// when clang compiles it, that one of them said "p.m.".
template <>
time_get<char>::iter_type time_get<char>::get(iter_type at, iter_type end, ios_base& stream, ios_base::iostate& error,
                                              tm* date, const char* format, const char* format_end) const {
  const ctype<char>& kinds = use_facet<ctype<char>>(stream.getloc());
  const bool is_plain = qpor_guest::is_plain_time_get(*this);
  __time_get_state state{};
  error = ios_base::goodbit;
  while (format != format_end && error == ios_base::goodbit) {
    if (at == end) {
      error = ios_base::eofbit | ios_base::failbit;
    } else if (*format == '%') {
      char conversion[4] = "%";
      size_t length = 1;
      if (++format != format_end && (*format == 'E' || *format == 'O')) conversion[length++] = *format++;
      if (format == format_end) {
        error = ios_base::failbit;
        break;
      }
      conversion[length] = *format++;
      if (is_plain) {
        at = _M_extract_via_format(at, end, stream, error, date, conversion, state);
        if (at == end) error |= ios_base::eofbit;
      } else {
        at = do_get(at, end, stream, error, date, conversion[length], length > 1 ? conversion[1] : '\0');
      }
    } else if (kinds.is(ctype_base::space, *format)) {
      while (format != format_end && kinds.is(ctype_base::space, *format)) ++format;
      while (at != end && kinds.is(ctype_base::space, *at)) ++at;
    } else if (kinds.tolower(*at) == kinds.tolower(*format) || kinds.toupper(*at) == kinds.toupper(*format)) {
      ++at;
      ++format;
    } else {
      error = ios_base::failbit;
    }
  }
  if (is_plain) state._M_finalize_state(date);
  return at;
}

}  // namespace std

QPOR_STATELESS_FACET(6, "_ZTVNSt7__cxx118time_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEE", time_get<char>)

namespace qpor_guest {
namespace {
bool is_plain_time_get(const std::time_get<char>& facet) {
  return is_of(&facet, functions_6) || is_of(&facet, real_functions_6);
}
}  // namespace
}  // namespace qpor_guest

QPOR_STATELESS_FACET(7, "_ZTVNSt7__cxx119money_putIcSt19ostreambuf_iteratorIcSt11char_traitsIcEEEE", money_put<char>)
QPOR_STATELESS_FACET(8, "_ZTVNSt7__cxx119money_getIcSt19istreambuf_iteratorIcSt11char_traitsIcEEEE", money_get<char>)

namespace qpor_guest {

/// std::collate of the C locale, which the program is always in: characters are in the order of their values.
template <class Char>
class Collate final : public std::collate<Char> {
 protected:
  int do_compare(const Char* a, const Char* a_end, const Char* b, const Char* b_end) const override {
    for (; a != a_end && b != b_end; ++a, ++b) {
      if (!std::char_traits<Char>::eq(*a, *b)) return std::char_traits<Char>::lt(*a, *b) ? -1 : 1;
    }
    return a != a_end ? 1 : b != b_end ? -1 : 0;
  }
  std::basic_string<Char> do_transform(const Char* begin, const Char* end) const override { return {begin, end}; }
};
template class Collate<char>;
template class Collate<wchar_t>;

}  // namespace qpor_guest

namespace std {
template class collate<char>;
template class collate<wchar_t>;
}  // namespace std

QPOR_FACET(9, "_ZTVN10qpor_guest7CollateIcEE", "_ZTVNSt7__cxx117collateIcEE", collate<char>)
QPOR_FACET(10, "_ZTVN10qpor_guest7CollateIwEE", "_ZTVNSt7__cxx117collateIwEE", collate<wchar_t>)

namespace qpor_guest {
namespace {

/// The classic std::ctype<char>, as far as its functions access memory.
class Ctype final : public std::ctype<char> {
 public:
  using std::ctype<char>::ctype;

 protected:
  char do_toupper(char c) const override { return static_cast<char>(_M_toupper[static_cast<unsigned char>(c)]); }
  char do_tolower(char c) const override { return static_cast<char>(_M_tolower[static_cast<unsigned char>(c)]); }
  const char* do_toupper(char* begin, const char* end) const override {
    for (; begin < end; ++begin) *begin = do_toupper(*begin);
    return end;
  }
  const char* do_tolower(char* begin, const char* end) const override {
    for (; begin < end; ++begin) *begin = do_tolower(*begin);
    return end;
  }
  char do_widen(char c) const override { return c; }
  const char* do_widen(const char* begin, const char* end, char* to) const override {
    for (; begin < end; ++begin, ++to) *to = *begin;
    return end;
  }
  char do_narrow(char c, char) const override { return c; }
  const char* do_narrow(const char* begin, const char* end, char, char* to) const override {
    for (; begin < end; ++begin, ++to) *to = *begin;
    return end;
  }
};

}  // namespace

extern const void* const real_ctype_functions[] QPOR_REAL("_ZTVSt5ctypeIcE");

/// Not in the program's memory: the headers fill caches in it on first use, by whatever thread.
extern char ctype_place[sizeof(Ctype)] asm("qpor.guest_ctype");

/// qpor calls functions of such names before the program's constructors (guest_library.cc).
void make_ctype() asm("qpor.guest_start.ctype");
void make_ctype() { new (ctype_place) Ctype(nullptr, false, 1); }

/// Holds the function, so that whatever needs the object takes both along.
struct CtypeUse {
  void (*make)();
  void* object;
} const ctype_use = {&make_ctype, ctype_place};

}  // namespace qpor_guest

namespace std {

template <>
const ctype<char>& use_facet<ctype<char>>(const locale& where) {
  return qpor_guest::find<ctype<char>>(where, qpor_guest::real_ctype_functions, qpor_guest::ctype_use.object);
}

}  // namespace std
