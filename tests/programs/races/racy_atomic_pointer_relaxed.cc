// expect: verdict=defect kind=data-race lines=16,19 variable=data
// args: --cflags=-std=c++20
//
// Relaxed accesses of std::atomic<std::shared_ptr> order nothing: main may see the pointer and write beside the thread.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer;
static int data;

int main() {
  std::thread thread([] {
    auto mine = std::make_shared<int>(1);
    data = 1;
    pointer.store(mine, std::memory_order_relaxed);
  });
  if (pointer.load(std::memory_order_relaxed)) data = 2;
  thread.join();
}
