// expect: verdict=safe traces=14 deadlocks=0
// args: --cflags=-O2
//
// A lock that is taken by a compare-exchange of what the one before has found. An optimiser makes the loop carry along
// the result of the compare-exchange, a value and whether it was changed.

#include <atomic>
#include <cassert>
#include <cstdint>
#include <thread>

static std::atomic<std::uint64_t> word{4};
static int count;

static void add() {
  std::uint64_t seen = word.load() & ~std::uint64_t{1};
  while (!word.compare_exchange_strong(seen, seen | 1)) seen &= ~std::uint64_t{1};
  ++count;
  word.fetch_sub(1);
}

int main() {
  std::thread thread(add);
  add();
  thread.join();
  assert(count == 2);
}
