// expect: verdict=safe traces=4 deadlocks=0
//
// The twin of count_expired.cc: the pointer that lock gave is asked. The drop is before or after it, and if lock
// succeeds, before or after the drop of what it gave.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>(7);
  std::weak_ptr<int> w = p;
  std::thread t([p = std::move(p)]() mutable { p.reset(); });
  if (auto mine = w.lock()) {
    assert(*mine == 7 && !w.expired());
  }
  t.join();
}
