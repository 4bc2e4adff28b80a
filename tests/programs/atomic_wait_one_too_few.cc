// expect: verdict=defect kind=deadlock traces=37 deadlocks=2
// args: --cflags=-std=c++20
//
// As atomic_wait_two.cc, but only one is woken: where both have queued up, one of 36, there are two ways to go on, and
// in both somebody waits for ever.

#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> flag{0};

static void* wait_for_it(void*) {
  flag.wait(0);
  return nullptr;
}

int main() {
  pthread_t waiter, other;
  pthread_create(&waiter, nullptr, wait_for_it, nullptr);
  pthread_create(&other, nullptr, wait_for_it, nullptr);
  flag.store(1);
  flag.notify_one();
  pthread_join(waiter, nullptr);
  pthread_join(other, nullptr);
}
