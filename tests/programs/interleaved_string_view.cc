// expect: verdict=defect kind=assertion line=17 traces=4 deadlocks=0
// args: --memory=interleave
//
// A string_view is a pointer and a size, and a copy of one may have the size of one text and the pointer of another:
// each is seen old or new.

#include <cassert>
#include <string_view>
#include <thread>

static std::string_view shared = "a";

int main() {
  std::thread other([] { shared = "bcd"; });
  const std::string_view copy = shared;
  other.join();
  assert((copy[0] == 'a') == (copy.size() == 1));
}
