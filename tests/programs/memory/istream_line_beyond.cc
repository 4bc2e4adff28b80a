// expect: verdict=defect kind=out-of-bounds line=10 traces=1 says="behind the end of a block of 4 bytes"
//
// The line is longer than the block, which is said to be larger than it is.

#include <sstream>

int main() {
  char* const block = new char[4];
  std::istringstream in("abcdefghij\n");
  in.getline(block, 20);
  delete[] block;
}
