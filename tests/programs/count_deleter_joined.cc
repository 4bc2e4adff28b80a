// expect: verdict=safe traces=2 deadlocks=0
//
// The twin of count_deleter.cc: the pool is asked after the join.

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
  t.join();
  assert(pool.load() == &object);
}
