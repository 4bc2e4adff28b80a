// expect: verdict=safe traces=3 deadlocks=0
//
// The twin of count_three_drops.cc: the destructor may run in any of the threads, but not in main. A trace for each
// of the three that may be the last: the order of the others cannot be told.

#include <cassert>
#include <memory>
#include <thread>

static thread_local int who;

struct Buffer {
  ~Buffer() { assert(who != 0); }
};

int main() {
  auto p = std::make_shared<Buffer>();
  const auto drop = [](std::shared_ptr<Buffer> mine, int i) {
    who = i;
    mine.reset();
  };
  std::shared_ptr<Buffer> q = p, r = p;
  std::thread a(drop, std::move(p), 1), b(drop, std::move(q), 2), c(drop, std::move(r), 3);
  a.join();
  b.join();
  c.join();
}
