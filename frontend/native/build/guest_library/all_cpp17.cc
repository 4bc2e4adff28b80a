// Members that only exist, or are only mangled so, before C++20: a second translation unit of the guest library. All
// else that it needs is in the first one.

#include <sstream>
#include <string>

namespace std {

#define QPOR_CPP17(Char)                    \
  template class basic_string<Char>;        \
  template class basic_stringbuf<Char>;     \
  template class basic_istringstream<Char>; \
  template class basic_ostringstream<Char>; \
  template class basic_stringstream<Char>;
QPOR_CPP17(char)
QPOR_CPP17(wchar_t)

}  // namespace std
