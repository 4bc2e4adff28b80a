// expect: verdict=safe traces=1 deadlocks=0
//
// Two threads lock and drop, and main asks at the end: both are operations on the count, and all their orders are one
// trace, because the count never comes down to 0.

#include <pthread.h>

#include <cassert>
#include <memory>

static std::shared_ptr<int> shared = std::make_shared<int>(5);

static void* lock_it(void*) {
  const std::weak_ptr<int> weak = shared;
  assert(weak.lock() == shared);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, lock_it, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
  assert(shared.use_count() == 1);
}
