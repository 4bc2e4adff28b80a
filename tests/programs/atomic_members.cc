// expect: verdict=safe traces=3 deadlocks=0
// args: --cflags=-std=c++20
//
// What std::atomic offers, each an event. Both threads add 1, in 2 orders. One of them then asks the flag, which is set
// by the second addition: with the other's addition second, its question comes before or after the flag is set.

#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> counter{0};
static std::atomic_flag is_done;

static void* count_and_ask(void*) {
  if (++counter == 2) is_done.test_and_set();
  is_done.test(std::memory_order_relaxed);
  return nullptr;
}
static void* count_only(void*) {
  if (counter.fetch_add(1, std::memory_order_acq_rel) == 1) is_done.test_and_set();
  return nullptr;
}

static void alone() {
  std::atomic<long> number{3};
  assert(number-- == 3 && number.exchange(8) == 2 && (number |= 1) == 9);
  long expected = 9;
  assert(number.compare_exchange_strong(expected, 4) && number == 4 && number.load() == 4);
  std::atomic<double> real{0.5};
  assert(real.fetch_add(1.0) == 0.5 && real == 1.5);
  int values[2] = {};
  std::atomic<int*> place{values};
  assert(++place == values + 1);
  std::atomic_ref<int> element{values[1]};
  element += 5;
  assert(values[1] == 5);
}

int main() {
  alone();
  pthread_t a, b;
  pthread_create(&a, nullptr, count_and_ask, nullptr);
  pthread_create(&b, nullptr, count_only, nullptr);
  pthread_join(a, nullptr);
  pthread_join(b, nullptr);
  assert(counter == 2 && is_done.test());
}
