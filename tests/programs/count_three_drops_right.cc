// expect: verdict=safe traces=6 deadlocks=0
//
// The twin of count_three_drops.cc: the destructor may run in any of the threads, but not in main. All orders of the
// three drops are explored, for counting is exclusive.

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
