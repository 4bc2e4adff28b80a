// expect: verdict=defect kind=assertion line=18 traces=3 deadlocks=0
// args: --cflags=-std=c++20
//
// A reference that is copied into a std::atomic<std::shared_ptr> is a second one.

#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> shared;

int main() {
  const auto own = std::make_shared<int>(1);
  const std::weak_ptr<int> watching = own;
  std::thread thread([&own] { shared.store(own); });

  assert(watching.use_count() == 1);
  thread.join();
  assert(*shared.load() == 1);
}
