// expect: verdict=safe traces=4 deadlocks=0
// args: --cflags=-std=c++20
//
// Main asks before or after each of two arrivals.

#include <pthread.h>

#include <latch>

static std::latch done{2};

static void* work(void*) {
  done.count_down();
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, work, nullptr);
  if (!done.try_wait()) done.wait();
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
