// expect: verdict=safe traces=2 deadlocks=0
//
// A locale of the program in std::cout, and gone with the execution.

#include <cassert>
#include <iostream>
#include <locale>
#include <mutex>
#include <sstream>
#include <thread>

struct Marks : std::numpunct<char> {
  char do_thousands_sep() const override { return '_'; }
  std::string do_grouping() const override { return "\3"; }
};

int main() {
  std::mutex mutex;
  std::ostringstream text;
  std::streambuf* const before = std::cout.rdbuf(text.rdbuf());
  std::thread other([&mutex] {
    const std::lock_guard lock(mutex);
    std::cout.imbue(std::locale(std::locale::classic(), new Marks));
  });
  {
    const std::lock_guard lock(mutex);
    std::cout << 12345;
  }
  other.join();
  std::cout.rdbuf(before);
  assert(text.str() == "12345" || text.str() == "12_345");
}
