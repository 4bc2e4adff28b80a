// expect: verdict=defect kind=out-of-bounds line=9 traces=1 says="reads 5 bytes at offset 0 of a block of 4 bytes"
//
// Writes more than there is.

#include <iostream>

int main() {
  char* const text = new char[4]{};
  std::cout.write(text, 5);
  delete[] text;
}
