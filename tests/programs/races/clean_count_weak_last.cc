// expect: verdict=safe traces=1 deadlocks=0
//
// Object and control block are one block, which the last std::weak_ptr frees, after all that the owner did.

#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(1);
  std::thread t([w = std::weak_ptr<int>(p)]() mutable { w.reset(); });
  *p = 2;
  p.reset();
  t.join();
}
