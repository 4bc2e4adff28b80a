// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. The thread leaves its own by pthread_exit: the objects on its stack are
// destroyed, so that the lock is free again, and catch (...) may look on if it lets the exit go on.

#include <pthread.h>

#include <cassert>
#include <mutex>
#include <thread>

static std::mutex lock;
static int steps = 0;

static void clean(void* by) { steps += *static_cast<int*>(by); }

static void leave() {
  int hundred = 100;
  pthread_cleanup_push(clean, &hundred);
  try {
    pthread_exit(nullptr);
  } catch (...) {
    steps += 10;
    throw;
  }
  pthread_cleanup_pop(0);
}

int main() {
  std::thread worker([] {
    const std::lock_guard<std::mutex> guard(lock);
    leave();
    assert(false);
  });
  {
    const std::lock_guard<std::mutex> guard(lock);
    assert(steps == 0 || steps == 110);
  }
  worker.join();
  assert(steps == 110);
}
