// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// The twin of racy_atomic_pointer_load.cc: exchanges release and acquire.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer{std::make_shared<int>(1)};
static std::atomic<int> flag{0};
static int data;

int main() {
  std::thread thread([] {
    data = 1;
    auto mine = pointer.exchange(nullptr);
    flag.store(1, std::memory_order_relaxed);
  });
  if (flag.load(std::memory_order_relaxed)) {
    pointer.exchange(std::make_shared<int>(2));
    data = 2;
  }
  thread.join();
}
