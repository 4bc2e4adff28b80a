// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// One of three threads drops out in each phase, so that the last goes on alone.

#include <pthread.h>

#include <barrier>

static std::barrier barrier{3};

static void* work(void* phases) {
  for (int i = 0; i < *static_cast<int*>(phases); ++i) barrier.arrive_and_wait();
  barrier.arrive_and_drop();
  return nullptr;
}

int main() {
  pthread_t threads[3];
  int phases[3] = {0, 1, 4};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], nullptr, work, &phases[i]);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
