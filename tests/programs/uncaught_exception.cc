// expect: verdict=defect kind=exception line=24 traces=2 deadlocks=1
//
// Two critical sections in either order; `take` throws if it finds the store empty, and nobody catches it. The lock is
// free by then; only main, who joins, is blocked.

#include <pthread.h>

#include <stdexcept>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stored = 0;

static void* put(void*) {
  pthread_mutex_lock(&lock);
  stored = 1;
  pthread_mutex_unlock(&lock);
  return nullptr;
}

static void* take(void*) {
  pthread_mutex_lock(&lock);
  const bool is_empty = stored == 0;
  pthread_mutex_unlock(&lock);
  if (is_empty) throw std::runtime_error("nothing is there");
  return nullptr;
}

int main() {
  pthread_t puts, takes;
  pthread_create(&puts, nullptr, put, nullptr);
  pthread_create(&takes, nullptr, take, nullptr);
  pthread_join(puts, nullptr);
  pthread_join(takes, nullptr);
}
