// expect: verdict=defect kind=assertion line=26 traces=2 deadlocks=0
//
// std::cin reads from a string; the thread may be the first.

#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::istringstream text("7 8");
  std::streambuf* const before = std::cin.rdbuf(text.rdbuf());
  std::mutex mutex;
  int first = 0, second = 0;
  std::thread other([&] {
    const std::lock_guard lock(mutex);
    std::cin >> second;
  });
  {
    const std::lock_guard lock(mutex);
    std::cin >> first;
  }
  other.join();
  std::cin.rdbuf(before);
  assert(first == 7);
}
