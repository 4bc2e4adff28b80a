// expect: verdict=safe traces=6 deadlocks=0
// args: --cflags=-std=c++20
//
// The other thread stores S and notifies N. The waiter loads L, queues up Q unless somebody has stored since, and loads
// again M unless L saw the value. L after S: before N or after it, 2. L before S: Q before S, woken, M; Q between S and
// N in vain, M before or after N; Q after N, M: 4.

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
  flag.notify_one();
  pthread_join(waiter, nullptr);
}
