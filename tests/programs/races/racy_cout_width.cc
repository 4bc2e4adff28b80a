// expect: verdict=defect kind=data-race lines=9,10 variable=cout
//
// Setting the width is no output function either, and the thread reads it.

#include <iostream>
#include <thread>

int main() {
  std::thread other([] { std::cout << 10; });
  std::cout.width(3);
  other.join();
}
