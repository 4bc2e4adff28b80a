// expect: verdict=safe traces=1 deadlocks=0
//
// The thread uses a raw pointer while it holds its reference, and drops that afterwards: freeing comes later, whichever
// thread does it.

#include <memory>
#include <thread>

static int seen;

int main() {
  auto p = std::make_shared<int>(5);
  std::thread t([q = p]() mutable {
    const int* const raw = q.get();
    seen = *raw;
    q.reset();
  });
  p.reset();
  t.join();
}
