// expect: verdict=safe traces=1 deadlocks=0
//
// Reference counts are no events as long as no thread asks for them. Before the first thread is created, asking is
// free.

#include <pthread.h>

#include <cassert>
#include <memory>

static std::shared_ptr<int> shared = std::make_shared<int>(5);

static void* copy_it(void*) {
  const std::shared_ptr<int> own = shared;
  const std::weak_ptr<int> weak = own;
  assert(*own == 5);
  return nullptr;
}

int main() {
  assert(shared.use_count() == 1);
  pthread_t threads[3];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, copy_it, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
