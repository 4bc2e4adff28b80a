// expect: verdict=safe traces=2 deadlocks=0
//
// Flags of std::clog, set in either order.

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
  assert(text.str() == "255" || text.str() == "0xff");
}
