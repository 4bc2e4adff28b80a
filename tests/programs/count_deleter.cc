// expect: verdict=defect kind=assertion line=19 traces=3 deadlocks=0
//
// A deleter that gives the object back to a pool: whether it is back before the join depends on the order of the drops.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static int object;
static std::atomic<int*> pool;

int main() {
  std::shared_ptr<int> p(&object, [](int* back) { pool = back; });
  std::thread t([q = p]() mutable { q.reset(); });
  p.reset();
  int* const taken = pool;
  t.join();
  assert(taken == &object);
}
