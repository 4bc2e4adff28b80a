// expect: verdict=defect kind=assertion line=12 traces=2 deadlocks=0
//
// Either thread may drop the last reference, and the destructor asks which one runs it.

#include <cassert>
#include <memory>
#include <thread>

static thread_local int who;

struct Buffer {
  ~Buffer() { assert(who != 0); }
};

int main() {
  auto p = std::make_shared<Buffer>();
  std::thread a([p]() mutable {
    who = 1;
    p.reset();
  });
  p.reset();
  a.join();
}
