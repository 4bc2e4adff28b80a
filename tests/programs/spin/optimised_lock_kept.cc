// expect: verdict=defect kind=livelock traces=4 deadlocks=4
// args: --cflags=-O2
//
// As optimised_lock.cc, but the lock is not given back.

#include <atomic>
#include <cstdint>
#include <thread>

static std::atomic<std::uint64_t> word{4};

static void take() {
  std::uint64_t seen = word.load() & ~std::uint64_t{1};
  while (!word.compare_exchange_strong(seen, seen | 1)) seen &= ~std::uint64_t{1};
}

int main() {
  std::thread thread(take);
  take();
  thread.join();
}
