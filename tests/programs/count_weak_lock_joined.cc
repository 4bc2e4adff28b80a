// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of count_weak_lock.cc: main drops its reference after the join, so that lock always succeeds.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>();
  std::weak_ptr<int> w = p;
  bool seen = false;
  std::thread t([&] { seen = w.lock() != nullptr; });
  t.join();
  p.reset();
  assert(seen && w.expired());
}
