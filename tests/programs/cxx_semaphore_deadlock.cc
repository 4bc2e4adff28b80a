// expect: verdict=defect kind=deadlock traces=6 deadlocks=6
// args: --cflags=-std=c++20
//
// One unit too few: two of three threads take one, in 3 * 2 orders, and the third waits for ever.

#include <pthread.h>

#include <semaphore>

static std::counting_semaphore<2> units{2};

static void* take(void*) {
  units.acquire();
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, take, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
