// expect: verdict=defect kind=assertion line=21 traces=4 deadlocks=0
// args: --cflags=-std=c++20
//
// A load and a store are two steps: one of the two additions may be lost.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

static void add() { shared.store(std::make_shared<int>(*shared.load() + 1)); }

int main() {
  shared.store(std::make_shared<int>(0));
  std::thread a(add);
  add();
  a.join();

  assert(*shared.load() == 2);
}
