// expect: verdict=defect kind=data-race lines=11,12 variable=cout
//
// The buffer is exchanged while the other thread may print.

#include <iostream>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream text;
  std::thread other([] { std::cout << 10; });
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  other.join();
  std::cout.rdbuf(before);
}
