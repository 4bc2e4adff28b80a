// expect: verdict=safe traces=1
//
// Prints texts that are there, to their last characters.

#include <cstring>
#include <iostream>
#include <string_view>

int main() {
  char* const text = new char[4];
  std::strcpy(text, "abc");
  std::cout << text << std::string_view(text, 4);
  std::cout.write(text, 4);
  delete[] text;
}
