// expect: verdict=defect kind=lock-misuse traces=6 deadlocks=6
// args: --cflags=-std=c++20
//
// Three count down a latch of 2: in any of 3! orders the last one fails, and main waits for it.

#include <pthread.h>

#include <latch>

static std::latch done{2};

static void* work(void*) {
  done.count_down();
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, work, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
