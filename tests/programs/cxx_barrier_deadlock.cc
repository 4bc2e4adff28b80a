// expect: verdict=defect kind=deadlock traces=1 deadlocks=1
// args: --cflags=-std=c++20
//
// Nobody comes as the third.

#include <pthread.h>

#include <barrier>

static std::barrier barrier{3};

static void* work(void*) {
  barrier.arrive_and_wait();
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, work, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
