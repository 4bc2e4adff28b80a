// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of count_unique.cc: asked after the join.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(1);
  std::thread t([q = p]() mutable { q.reset(); });
  t.join();
  assert(p.use_count() == 1);
}
