// expect: verdict=defect kind=deadlock traces=2 deadlocks=1
// args: --cflags=-std=c++20
//
// A thread that finds the flag set does not count down.

#include <pthread.h>

#include <atomic>
#include <latch>

static std::latch done{1};
static std::atomic<bool> is_cancelled{false};

static void* work(void*) {
  if (!is_cancelled) done.count_down();
  return nullptr;
}

int main() {
  pthread_t thread;
  pthread_create(&thread, nullptr, work, nullptr);
  is_cancelled = true;
  done.wait();
  pthread_join(thread, nullptr);
}
