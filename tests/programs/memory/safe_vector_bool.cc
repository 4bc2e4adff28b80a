// expect: verdict=safe traces=1
// args: --uninitialised
//
// A copy of a vector of bits sets the last ones one by one, among bits that nobody has written and nobody reads.

#include <vector>

int main() {
  const std::vector<bool> bits(70);
  const std::vector<bool> copy = bits;
  return copy[69] ? 1 : 0;
}
