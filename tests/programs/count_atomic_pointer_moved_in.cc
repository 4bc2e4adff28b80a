// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// A reference that is moved into a std::atomic<std::shared_ptr> stays one reference: no moment of the store shows two.
// So the question for the number commutes with the store.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
  auto own = std::make_shared<int>(1);
  const std::weak_ptr<int> watching = own;
  std::thread thread([&own] { shared.store(std::move(own)); });
  assert(watching.use_count() == 1);
  thread.join();
  assert(*shared.load() == 1);
}
