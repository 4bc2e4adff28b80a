// expect: verdict=safe traces=3 deadlocks=0
// args: --cflags=-std=c++20
//
// Each of two timed attempts comes before the release or after it: both before, the second after, or already the first.
// How long they wait does not matter, but time goes by when they fail.

#include <pthread.h>

#include <cassert>
#include <chrono>
#include <semaphore>

using namespace std::chrono_literals;

static std::binary_semaphore semaphore{0};

static void* release(void*) {
  semaphore.release();
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, release, nullptr);
  const auto begin = std::chrono::steady_clock::now();
  if (!semaphore.try_acquire_for(10ms)) {
    assert(std::chrono::steady_clock::now() - begin >= 10ms);
    if (!semaphore.try_acquire_until(std::chrono::system_clock::now() + 1s)) {
      assert(std::chrono::steady_clock::now() - begin >= 1s);
      semaphore.acquire();
    }
  }
  pthread_join(thread, nullptr);
  assert(!semaphore.try_acquire_for(0ms) && !semaphore.try_acquire_for(1h));
}
