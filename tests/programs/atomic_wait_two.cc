// expect: verdict=safe traces=36 deadlocks=0
// args: --cflags=-std=c++20
//
// Two waiters, who do not disturb each other, and one who wakes all: the 6 ways of atomic_wait.cc for each.

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
  flag.notify_all();
  pthread_join(waiter, nullptr);
  pthread_join(other, nullptr);
}
