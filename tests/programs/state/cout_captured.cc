// expect: verdict=safe traces=2 deadlocks=0
//
// The buffer of std::cout is state of the program, also where an execution goes on from a checkpoint.

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
  assert(text.str() == "abcd" || text.str() == "cdab");
}
