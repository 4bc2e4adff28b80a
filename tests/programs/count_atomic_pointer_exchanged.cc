// expect: verdict=safe traces=4 deadlocks=0
// args: --cflags=-std=c++20
//
// The twin of count_atomic_pointer_lost.cc, with compare_exchange: no addition is lost.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

static void add() {
  auto old = shared.load();
  while (!shared.compare_exchange_strong(old, std::make_shared<int>(*old + 1))) {
  }
}

int main() {
  shared.store(std::make_shared<int>(0));
  std::thread a(add);
  add();
  a.join();
  assert(*shared.load() == 2);
}
