// expect: verdict=safe traces=1 deadlocks=0
//
// Threads may write to std::cout at the same time; each has a text of its own. Nothing orders them, and nothing is an
// operation.

#include <iostream>
#include <string>
#include <thread>

const std::string both = "for both";

int main() {
  std::thread one([] { std::cout << both << 1 << std::endl; });
  std::thread other([] { std::cout << both << 2.5 << '\n'; });
  one.join();
  other.join();
}
