// expect: verdict=defect kind=data-race lines=12,13 variable=text
//
// Writing to std::cout is no race, but the characters that it writes are read.

#include <iostream>
#include <string>
#include <thread>

std::string text = "123";

int main() {
  std::thread writer([] { text[1] = '5'; });
  std::thread printer([] { std::cout << text; });
  writer.join();
  printer.join();
}
