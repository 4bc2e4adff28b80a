// expect: verdict=safe traces=5 deadlocks=0
// args: --cflags=-std=c++20
//
// The same as clean_atomic_pointer_handed_over.cc, where the counts are operations.

#include <atomic>
#include <memory>
#include <thread>
static std::atomic<int> destroyed;
struct O {
  int v;
  explicit O(int v) : v(v) {}
  ~O() {
    v = 0;
    destroyed.fetch_add(1, std::memory_order_relaxed);
  }
};
static std::atomic<std::shared_ptr<O>> p;
static std::atomic<std::weak_ptr<O>> w;
int main() {
  std::thread t([] { p.store(std::make_shared<O>(1)); });
  p.store(std::make_shared<O>(2));
  {
    auto q = p.load(std::memory_order_relaxed);
    w.store(q);
  }
  auto l = w.load(std::memory_order_relaxed).lock();
  t.join();
}
