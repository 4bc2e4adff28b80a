// expect: verdict=defect kind=out-of-bounds line=10 traces=1 says="writes 10 bytes at offset 0 of a block of 4"
//
// Reads ten characters into a block of four.

#include <sstream>

int main() {
  char* const block = new char[4];
  std::istringstream in("abcdefghij");
  in.read(block, 10);
  delete[] block;
}
