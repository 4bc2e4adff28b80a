// expect: verdict=safe traces=6 deadlocks=0
// args: --cflags=-std=c++20
//
// As atomic_wait.cc: what does not have the size of an int is waited on all the same.

#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<bool> flag{false};

static void* wait_for_it(void*) {
  flag.wait(false);
  return nullptr;
}

int main() {
  pthread_t waiter;
  pthread_create(&waiter, nullptr, wait_for_it, nullptr);
  flag.store(true);
  flag.notify_one();
  pthread_join(waiter, nullptr);
}
