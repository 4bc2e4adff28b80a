// expect: verdict=defect kind=assertion line=28 traces=6 deadlocks=0
//
// The twin that expects a number of another execution.

#include <cassert>
#include <iomanip>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::mutex mutex;
  const auto section = [&mutex] { const std::lock_guard lock(mutex); };
  std::thread other([&section] {
    section();
    section();
  });
  assert(std::cout.iword(100) == 0 && std::cin.tie() == &std::cout && (std::cerr.flags() & std::ios::unitbuf));
  section();
  std::cout.iword(100) = 4;
  std::cout.pword(3) = &mutex;
  std::cin.tie(nullptr);
  std::cerr << std::nounitbuf << std::setprecision(3) << std::setfill('.');
  section();
  assert(std::cin.tie() == nullptr && !(std::cerr.flags() & std::ios::unitbuf));
  assert(std::cerr.precision() == 3 && std::cerr.fill() == '.');
  assert(std::cout.pword(3) == &mutex && std::cout.iword(100) == 0);
  other.join();
}
