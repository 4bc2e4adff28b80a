// expect: verdict=defect kind=exception line=22 traces=2 deadlocks=0
//
// std::cout throws where the thread has asked for it before.

#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::mutex mutex;
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    if (std::cout) std::cout.exceptions(std::ios::failbit);
  });
  // std::cout does not throw yet where this section comes first,
  // and throws in the other order.
  //
  {
    const std::lock_guard lock(mutex);
    std::cout.setstate(std::ios::failbit);
  }
  other.join();
}
