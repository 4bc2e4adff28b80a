// expect: verdict=defect kind=data-race lines=15,21 variable=data
// args: --cflags=-std=c++20
//
// A compare-exchange that fails with a relaxed order acquires nothing.

#include <atomic>
#include <memory>
#include <thread>

static std::atomic<std::shared_ptr<int>> pointer;
static int data;

int main() {
  std::thread thread([] {
    data = 1;
    pointer.store(std::make_shared<int>(1));
  });
  std::shared_ptr<int> expected;
  const bool is_done =
      pointer.compare_exchange_strong(expected, nullptr, std::memory_order_seq_cst, std::memory_order_relaxed);
  if (!is_done) data = 2;
  thread.join();
}
