// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-std=c++20
//
// Both units come at once, so the first attempt comes before them, and main waits; or after, and the second succeeds
// too.

#include <pthread.h>

#include <cassert>
#include <semaphore>

static std::counting_semaphore<> semaphore{0};

static void* release(void*) {
  semaphore.release(2);
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, release, nullptr);
  if (semaphore.try_acquire()) {
    assert(semaphore.try_acquire());
    assert(!semaphore.try_acquire());
  } else {
    semaphore.acquire();
  }
  pthread_join(thread, nullptr);
}
