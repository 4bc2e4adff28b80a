// std::string and std::wstring: the templates of libstdc++ that programs expect to find instantiated in libstdc++.so.

#include <string>

namespace std {

template class basic_string<char>;
template class basic_string<wchar_t>;
template class allocator<char>;
template class allocator<wchar_t>;

}  // namespace std
