// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of count_last_reference.cc: main moves its reference into the thread, and nothing is left to decide.

#include <cassert>
#include <memory>
#include <thread>

static thread_local int who;

struct Buffer {
  ~Buffer() { assert(who != 0); }
};

int main() {
  auto p = std::make_shared<Buffer>();
  std::thread a([p = std::move(p)]() mutable {
    who = 1;
    p.reset();
  });
  a.join();
}
