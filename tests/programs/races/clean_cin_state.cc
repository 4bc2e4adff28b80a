// expect: verdict=safe traces=1 deadlocks=0
//
// The state is read after the thread has ended.

#include <iostream>
#include <thread>

int main() {
  int number = 0;
  std::thread other([&number] { std::cin >> number; });
  other.join();
  const bool ended = std::cin.eof();
  return ended ? 0 : 1;
}
