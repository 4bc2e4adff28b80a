// expect: verdict=defect kind=deadlock traces=9 deadlocks=3
// args: --cflags=-std=c++20
//
// The notification N comes before the store S. The waiter's load L after S: 1. L between: it queues up before S and
// waits for ever, or in vain after S, 2. L before N: it queues up after S in vain; between N and S for ever; or before
// N, and when it is woken it loads after S, or before S and (it begins anew) again after S, or again before S, and
// queues up before S for ever or after S in vain: 2 + 4.

#include <pthread.h>

#include <atomic>
#include <cassert>

static std::atomic<int> flag{0};

static void* wait_for_it(void*) {
  flag.wait(0);
  return nullptr;
}

int main() {
  pthread_t waiter;
  pthread_create(&waiter, nullptr, wait_for_it, nullptr);
  flag.notify_one();
  flag.store(1);
  pthread_join(waiter, nullptr);
}
