// expect: verdict=defect kind=data-race lines=10,12 variable=cout
//
// A manipulator is no output function: it writes flags that the other thread reads.

#include <iostream>
#include <thread>

int main() {
  std::cout.width(3);
  std::thread other([] { std::cout << std::hex << 10; });
  // Written before the other thread is there.
  std::cout << 2;
  other.join();
}
