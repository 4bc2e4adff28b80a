// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// std::atomic<std::shared_ptr>: the load is before or after the store.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
  shared.store(std::make_shared<int>(1));
  std::thread a([] { shared.store(std::make_shared<int>(2)); });
  const auto q = shared.load();
  const int v = *q;
  a.join();
  assert(v == 1 || v == 2);
}
