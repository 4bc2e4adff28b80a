// expect: verdict=defect kind=data-race lines=12,12
// args: --cflags=-O2
//
// The pointer is shared by atomic loads, what it points to by nothing.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared{std::make_shared<int>(1)};

static void add() { ++*shared.load(std::memory_order_acquire); }

int main() {
  std::thread thread(add);
  add();
  thread.join();
}
