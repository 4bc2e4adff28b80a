// expect: verdict=defect kind=assertion line=15 traces=3 deadlocks=0
//
// lock finds that the last reference is gone, or takes one; then that or main's is dropped first. In two of the three
// traces the thread has seen the object.

#include <cassert>
#include <memory>
#include <thread>

int main() {
  auto p = std::make_shared<int>();
  std::weak_ptr<int> w = p;
  bool seen = false;
  std::thread t([&] { seen = w.lock() != nullptr; });
  p.reset(), t.join(), assert(!seen);
}
