// expect: verdict=defect kind=assertion line=25 traces=2 deadlocks=0
//
// What std::cout captures comes in the order of the lock.

#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::ostringstream text;
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  std::mutex mutex;
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    std::cout << "ab";
  });
  {
    const std::lock_guard lock(mutex);
    std::cout << "cd";
  }
  other.join();
  std::cout.rdbuf(before);
  assert(text.str() != "cdab");
}
