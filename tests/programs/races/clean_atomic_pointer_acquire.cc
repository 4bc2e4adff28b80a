// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// The twin of racy_atomic_pointer_relaxed.cc: the store releases and the load acquires.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer;
static int data;

int main() {
  std::thread thread([] {
    auto mine = std::make_shared<int>(1);
    data = 1;
    pointer.store(mine, std::memory_order_release);
  });
  if (pointer.load(std::memory_order_acquire)) data = 2;
  thread.join();
}
