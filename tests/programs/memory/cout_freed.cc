// expect: verdict=defect kind=use-after-free line=12 traces=1 says="at offset 0 of a freed block of 8 bytes"
//
// Prints a text that is gone.

#include <cstring>
#include <iostream>

int main() {
  char* const text = new char[8];
  std::strcpy(text, "abc");
  delete[] text;
  std::cout << text;
}
