// expect: verdict=defect kind=assertion line=25 traces=2 deadlocks=0
//
// The flags may be set before the number is printed.

#include <cassert>
#include <iostream>
#include <mutex>
#include <sstream>
#include <thread>

int main() {
  std::mutex mutex;
  std::ostringstream text;
  std::streambuf* const before = std::clog.rdbuf(text.rdbuf());
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    std::clog << std::hex << std::showbase;
  });
  {
    const std::lock_guard lock(mutex);
    std::clog << 255;
  }
  other.join();
  std::clog.rdbuf(before);
  assert(text.str() == "255");
}
