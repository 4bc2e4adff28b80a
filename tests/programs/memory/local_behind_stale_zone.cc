// expect: verdict=defect kind=out-of-bounds line=26 traces=1 says="the local variable local (11 bytes)"
//
// Functions that have returned left red zones where another function has its local. Stale zones must not hide the end
// of that local.

#include <cstddef>
#include <cstring>

namespace {

volatile std::size_t zero = 0;

template <std::size_t size>
int leave_zones() {
  unsigned char local[size];
  std::memset(local + zero, 0, size);
  return local[zero];
}

void pass(unsigned char* place, std::size_t size) { std::memset(place, 0, size); }

int overrun() {
  unsigned char local[11];
  pass(local, 11 + zero);
  const int first = local[0];
  std::memset(local + zero, 0, 12);
  return first;
}

}  // namespace

int main() { return leave_zones<12>() + leave_zones<16>() + leave_zones<9>() + overrun(); }
