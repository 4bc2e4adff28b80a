// expect: verdict=defect kind=data-race lines=16,22 variable=data
// args: --cflags=-std=c++20
//
// A load of std::atomic<std::shared_ptr> releases nothing towards a later store.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer{std::make_shared<int>(1)};
static std::atomic<int> flag{0};
static int data;

int main() {
  std::thread thread([] {
    data = 1;
    auto mine = pointer.load();
    flag.store(1, std::memory_order_relaxed);
  });
  if (flag.load(std::memory_order_relaxed)) {
    pointer.store(std::make_shared<int>(2));
    data = 2;
  }
  thread.join();
}
