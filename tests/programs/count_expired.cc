// expect: verdict=defect kind=assertion line=14 traces=4 deadlocks=0
//
// What expired says may be wrong as soon as it is said.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(7);
  std::weak_ptr<int> w = p;
  std::thread t([p = std::move(p)]() mutable { p.reset(); });
  if (!w.expired()) {
    assert(w.lock() != nullptr);
  }
  t.join();
}
