// expect: verdict=safe traces=1 deadlocks=0
//
// What is set before the other thread begins may be used by both.

#include <iomanip>
#include <iostream>
#include <thread>

int main() {
  std::cout << std::hex << std::showbase << std::setprecision(3) << std::boolalpha;
  std::thread other([] { std::cout << 10 << 'a' << true << "b" << std::endl; });
  std::cout << 2 << 1.25 << static_cast<const void*>(nullptr) << 'c' << std::flush;
  other.join();
  std::cout << std::dec;
}
