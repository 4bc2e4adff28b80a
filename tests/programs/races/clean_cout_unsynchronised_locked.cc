// expect: verdict=safe traces=2 deadlocks=0
//
// Without synchronisation a mutex does.

#include <iostream>
#include <mutex>
#include <thread>

int main() {
  std::ios::sync_with_stdio(false);
  std::mutex mutex;
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    std::cout << "ab" << 1 << std::endl;
  });
  {
    const std::lock_guard lock(mutex);
    std::cout << "cd" << 2 << std::endl;
  }
  other.join();
}
