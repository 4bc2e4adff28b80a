// expect: verdict=defect kind=mismatched-free line=12 traces=1
// expect: says="delete[] of 24 bytes of a block of 32 bytes, allocated by main in line 11"
//
// A sized deallocation by hand with another size.

#include <cstddef>
#include <new>

int main() {
  // Eight bytes more than it says below.
  void* const block = ::operator new[](32);
  ::operator delete[](block, std::size_t{24});
}
