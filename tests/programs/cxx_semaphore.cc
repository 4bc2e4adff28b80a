// expect: verdict=safe traces=15 deadlocks=0
// args: --cflags=-std=c++20
//
// 4 threads release a semaphore of 0, main acquires it once: after any set of them that is not empty, 2^4 - 1.

#include <pthread.h>

#include <semaphore>

static std::counting_semaphore<4> semaphore{0};

static void* release(void*) {
  semaphore.release();
  return nullptr;
}

int main() {
  pthread_t threads[4];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, release, nullptr);
  semaphore.acquire();
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
