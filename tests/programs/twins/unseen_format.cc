// expect: verdict=incomplete
// args: --races=off
// A data race that nobody looks for. One thread switches std::cout to hexadecimal numbers: how the other's look depends
// on who comes first.
#include <iostream>
#include <thread>

int main() {
  std::thread a([] { std::cout << std::hex; });
  std::thread b([] { std::cout << 255; });
  a.join();
  b.join();
}
