// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// The thread arrives in two phases and waits for neither: arrivals are ordered. Its second one must come in the second
// phase: main tells it. In the first phase the two arrive in 2 orders; in the second main waits for the other first.

#include <pthread.h>

#include <barrier>
#include <semaphore>

static std::barrier barrier{2};
static std::binary_semaphore may_go_on{0};

static void* work(void*) {
  (void)barrier.arrive();
  may_go_on.acquire();
  (void)barrier.arrive();
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  barrier.arrive_and_wait();
  may_go_on.release();
  pthread_join(thread, nullptr);
  barrier.arrive_and_wait();
}
