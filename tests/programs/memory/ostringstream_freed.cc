// expect: verdict=defect kind=use-after-free line=10 traces=1 says="at offset 0 of a freed block of 376 bytes"
//
// A stream of the program's own is memory like all other.

#include <sstream>

int main() {
  auto* const out = new std::ostringstream;
  delete out;
  *out << 1;
}
