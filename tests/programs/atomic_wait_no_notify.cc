// expect: verdict=defect kind=deadlock traces=3 deadlocks=1
// args: --cflags=-std=c++20
//
// Nobody notifies. The waiter loads after the store; or before, and queues up in vain after it; or before it, and waits
// for ever.

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
  flag.store(1);
  pthread_join(waiter, nullptr);
}
