// expect: verdict=defect kind=assertion line=14 traces=2 deadlocks=0
//
// use_count is 1 only when the other thread has dropped its reference.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(1);
  std::thread t([q = p]() mutable { q.reset(); });
  const long uses = p.use_count();
  t.join();
  assert(uses == 1);
}
