// expect: verdict=safe traces=4 deadlocks=0
// args: --cflags=-std=c++20
//
// Another thread takes the place of one that has ended, so that three come to a barrier of two: arrivals are ordered, 2
// orders in each of two phases.

#include <pthread.h>

#include <barrier>

static std::barrier barrier{2};

static void* work(void*) {
  barrier.arrive_and_wait();
  return nullptr;
}

int main() {
  for (int i = 0; i < 2; ++i) {
    pthread_t thread;
    pthread_create(&thread, nullptr, work, nullptr);
    barrier.arrive_and_wait();
    pthread_join(thread, nullptr);
  }
}
