// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// Arrivals commute, and who waits goes on because of all of them. A latch of 0 lets everybody through.

#include <pthread.h>

#include <cassert>
#include <latch>

static std::latch all_there{4}, open{0};
static int results[3];

static void* work(void* result) {
  *static_cast<int*>(result) = 1;
  all_there.count_down();
  all_there.wait();
  assert(results[0] + results[1] + results[2] == 3);
  open.wait();
  return nullptr;
}

int main() {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], nullptr, work, &results[i]);
  all_there.arrive_and_wait();
  assert(results[0] + results[1] + results[2] == 3);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
  assert(open.try_wait());
}
