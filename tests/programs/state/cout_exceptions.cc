// expect: verdict=safe traces=3 deadlocks=0
//
// The state of std::cout and the exceptions that it throws are those of this execution alone.

#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::mutex mutex;
  std::thread other([&mutex] { const std::lock_guard lock(mutex); });
  {
    const std::lock_guard lock(mutex);
  }
  std::cout.exceptions(std::ios::failbit);
  {
    const std::lock_guard lock(mutex);
  }
  try {
    std::cout.setstate(std::ios::failbit);
  } catch (const std::ios::failure&) {
  }
  other.join();
}
