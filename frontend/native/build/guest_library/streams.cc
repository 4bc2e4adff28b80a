// Streams: the templates of libstdc++ that programs expect to find instantiated in libstdc++.so, for char and wchar_t.

#include <iomanip>
#include <istream>
#include <iterator>
#include <limits>
#include <locale>
#include <ostream>
#include <sstream>
#include <streambuf>

#include "frontend/native/build/guest_library/facets.h"

namespace qpor_guest {
namespace {

/// As [istream.formatted.arithmetic] has it for short and int.
template <class Value, class Read>
Value limited(Read value, std::ios_base::iostate& error) {
  if constexpr (sizeof(Value) < sizeof(Read)) {
    if (value < std::numeric_limits<Value>::min() || value > std::numeric_limits<Value>::max()) {
      error |= std::ios_base::failbit;
      return value < 0 ? std::numeric_limits<Value>::min() : std::numeric_limits<Value>::max();
    }
  }
  return static_cast<Value>(value);
}

}  // namespace
}  // namespace qpor_guest

namespace std {

/// Which facets a stream uses. Those for numbers are the host's, or the program's own: see below.
template <class Char>
void cache_facets(basic_ios<Char>& stream, const locale& where) {
  const auto find = [&where](size_t number) {
    return number < where._M_impl->_M_facets_size ? where._M_impl->_M_facets[number] : nullptr;
  };
  stream._M_ctype = has_facet<ctype<Char>>(where) ? &use_facet<ctype<Char>>(where) : nullptr;
  stream._M_num_put = static_cast<const num_put<Char>*>(find(num_put<Char>::id._M_id()));
  stream._M_num_get = static_cast<const num_get<Char>*>(find(num_get<Char>::id._M_id()));
}

template <>
void basic_ios<char>::_M_cache_locale(const locale& where) {
  cache_facets(*this, where);
}
template <>
void basic_ios<wchar_t>::_M_cache_locale(const locale& where) {
  cache_facets(*this, where);
}

/// Numbers are written and read by our instances of the functions that the host's facets have; called directly, so that
/// a program takes along those for its types only.
#define QPOR_INSERT(Char, table, Value)                                                                 \
  template <>                                                                                           \
  template <>                                                                                           \
  basic_ostream<Char>& basic_ostream<Char>::_M_insert(Value value) {                                    \
    const sentry ready(*this);                                                                          \
    if (!ready) return *this;                                                                           \
    ios_base::iostate error = ios_base::goodbit;                                                        \
    try {                                                                                               \
      const num_put<Char>& facet = std::__check_facet(this->_M_num_put);                                \
      const bool failed = qpor_guest::is_of(&facet, table)                                              \
                              ? facet.num_put<Char>::do_put(*this, *this, this->fill(), value).failed() \
                              : facet.put(*this, *this, this->fill(), value).failed();                  \
      if (failed) error = ios_base::badbit;                                                             \
    } catch (__cxxabiv1::__forced_unwind&) {                                                            \
      this->_M_setstate(ios_base::badbit);                                                              \
      throw;                                                                                            \
    } catch (...) {                                                                                     \
      this->_M_setstate(ios_base::badbit);                                                              \
    }                                                                                                   \
    if (error != ios_base::goodbit) this->setstate(error);                                              \
    return *this;                                                                                       \
  }
/// `Read` is what the facets read, to which std::istream gives the limits of Value.
#define QPOR_EXTRACT_BY(Char, table, Value, Read)                        \
  {                                                                      \
    const sentry ready(*this, false);                                    \
    if (!ready) return *this;                                            \
    ios_base::iostate error = ios_base::goodbit;                         \
    try {                                                                \
      Read value{};                                                      \
      const num_get<Char>& facet = std::__check_facet(this->_M_num_get); \
      if (qpor_guest::is_of(&facet, table))                              \
        facet.num_get<Char>::do_get(*this, 0, *this, error, value);      \
      else                                                               \
        facet.get(*this, 0, *this, error, value);                        \
      result = qpor_guest::limited<Value>(value, error);                 \
    } catch (__cxxabiv1::__forced_unwind&) {                             \
      this->_M_setstate(ios_base::badbit);                               \
      throw;                                                             \
    } catch (...) {                                                      \
      this->_M_setstate(ios_base::badbit);                               \
    }                                                                    \
    if (error != ios_base::goodbit) this->setstate(error);               \
    return *this;                                                        \
  }
#define QPOR_EXTRACT(Char, table, Value) \
  template <>                            \
  template <>                            \
  basic_istream<Char>& basic_istream<Char>::_M_extract(Value& result) QPOR_EXTRACT_BY(Char, table, Value, Value)
#define QPOR_EXTRACT_LIMITED(Char, table, Value) \
  template <>                                    \
  basic_istream<Char>& basic_istream<Char>::operator>>(Value& result) QPOR_EXTRACT_BY(Char, table, Value, long)
#define QPOR_NUMBERS_OF(Char, put_table, get_table) \
  QPOR_INSERT(Char, put_table, long)                \
  QPOR_INSERT(Char, put_table, unsigned long)       \
  QPOR_INSERT(Char, put_table, bool)                \
  QPOR_INSERT(Char, put_table, long long)           \
  QPOR_INSERT(Char, put_table, unsigned long long)  \
  QPOR_INSERT(Char, put_table, double)              \
  QPOR_INSERT(Char, put_table, long double)         \
  QPOR_INSERT(Char, put_table, const void*)         \
  QPOR_EXTRACT_LIMITED(Char, get_table, short)      \
  QPOR_EXTRACT_LIMITED(Char, get_table, int)        \
  QPOR_EXTRACT(Char, get_table, unsigned short)     \
  QPOR_EXTRACT(Char, get_table, unsigned int)       \
  QPOR_EXTRACT(Char, get_table, long)               \
  QPOR_EXTRACT(Char, get_table, unsigned long)      \
  QPOR_EXTRACT(Char, get_table, bool)               \
  QPOR_EXTRACT(Char, get_table, long long)          \
  QPOR_EXTRACT(Char, get_table, unsigned long long) \
  QPOR_EXTRACT(Char, get_table, float)              \
  QPOR_EXTRACT(Char, get_table, double)             \
  QPOR_EXTRACT(Char, get_table, long double)        \
  QPOR_EXTRACT(Char, get_table, void*)
QPOR_NUMBERS_OF(char, qpor_guest::real_num_put, qpor_guest::real_num_get)
QPOR_NUMBERS_OF(wchar_t, qpor_guest::real_wide_num_put, qpor_guest::real_wide_num_get)

#define QPOR_STREAMS(Char)                                                                       \
  template class basic_streambuf<Char>;                                                          \
  template class basic_ios<Char>;                                                                \
  template class basic_ostream<Char>;                                                            \
  template class basic_istream<Char>;                                                            \
  template class basic_iostream<Char>;                                                           \
  template class basic_stringbuf<Char>;                                                          \
  template class basic_istringstream<Char>;                                                      \
  template class basic_ostringstream<Char>;                                                      \
  template class basic_stringstream<Char>;                                                       \
  template class istreambuf_iterator<Char>;                                                      \
  template class ostreambuf_iterator<Char>;                                                      \
  template streamsize __copy_streambufs(basic_streambuf<Char>*, basic_streambuf<Char>*);         \
  template basic_ostream<Char>& __ostream_insert(basic_ostream<Char>&, const Char*, streamsize); \
  template basic_ostream<Char>& endl(basic_ostream<Char>&);                                      \
  template basic_ostream<Char>& ends(basic_ostream<Char>&);                                      \
  template basic_ostream<Char>& flush(basic_ostream<Char>&);                                     \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, Char);                          \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, const Char*);                   \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, const basic_string<Char>&);     \
  template basic_istream<Char>& ws(basic_istream<Char>&);                                        \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, Char&);                         \
  template void __istream_extract(basic_istream<Char>&, Char*, streamsize);                      \
  template basic_istream<Char>& getline(basic_istream<Char>&, basic_string<Char>&);              \
  template _Setfill<Char> setfill(Char);                                                         \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Setfill<Char>);                \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Setprecision);                 \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Setw);                         \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Setbase);                      \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Setiosflags);                  \
  template basic_ostream<Char>& operator<<(basic_ostream<Char>&, _Resetiosflags);                \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Setfill<Char>);                \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Setprecision);                 \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Setw);                         \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Setbase);                      \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Setiosflags);                  \
  template basic_istream<Char>& operator>>(basic_istream<Char>&, _Resetiosflags);

QPOR_STREAMS(char)
QPOR_STREAMS(wchar_t)

template ostream& operator<<(ostream&, unsigned char);
template ostream& operator<<(ostream&, signed char);
template ostream& operator<<(ostream&, const unsigned char*);
template ostream& operator<<(ostream&, const signed char*);
template istream& operator>>(istream&, unsigned char&);
template istream& operator>>(istream&, signed char&);
template wistream& operator>>(wistream&, wstring&);
template wostream& operator<<(wostream&, char);
template wostream& operator<<(wostream&, const char*);

}  // namespace std
