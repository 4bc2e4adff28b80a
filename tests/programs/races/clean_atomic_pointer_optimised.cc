// expect: verdict=safe traces=30 deadlocks=0
// args: --cflags=-O2
//
// An optimiser inlines the lock within std::atomic<std::shared_ptr>. libstdc++ gives it back by a relaxed subtraction
// after a load: that the next writer is not ordered after the load is no fault of the program's. The loop around the
// lock's compare-exchange carries along a structure and is a spin loop all the same.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared{std::make_shared<int>(1)};

int main() {
  std::thread thread([] { shared.store(std::make_shared<int>(2), std::memory_order_release); });
  const int value = *shared.load(std::memory_order_acquire);
  thread.join();
  assert(value == 1 || value == 2);
}
