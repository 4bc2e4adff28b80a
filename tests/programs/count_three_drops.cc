// expect: verdict=defect kind=assertion line=12 traces=3 deadlocks=1
//
// Three threads drop a reference each, and one of them is the last. The destructor must not run in the second one.

#include <cassert>
#include <memory>
#include <thread>

static thread_local int who;

struct Buffer {
  ~Buffer() { assert(who != 2); }
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
