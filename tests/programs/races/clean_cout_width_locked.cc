// expect: verdict=safe traces=2 deadlocks=0
//
// Width and number belong together, under a mutex.

#include <iomanip>
#include <iostream>
#include <mutex>
#include <thread>

int main() {
  std::mutex mutex;
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    std::cout << std::setw(5) << std::setfill('.') << 10;
  });
  {
    const std::lock_guard lock(mutex);
    std::cout.width(3);
    std::cout << 2;
  }
  other.join();
}
