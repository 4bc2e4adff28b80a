// expect: verdict=safe traces=6 deadlocks=0
// args: --cflags=-std=c++20
//
// Three critical sections in any of 3! orders. The semaphore is made anew for each thread's own use as well, which is
// nobody else's business.

#include <pthread.h>

#include <cassert>
#include <semaphore>

static std::binary_semaphore lock{1};
static int counter = 0;

static void* count(void*) {
  std::binary_semaphore own{1};
  for (int i = 0; i < 2; ++i) {
    own.acquire();
    own.release();
  }
  lock.acquire();
  ++counter;
  lock.release();
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, count, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
  assert(counter == 3);
}
