// expect: verdict=safe traces=1
// The reset comes after the join: the thread can always lock.
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
