// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-std=c++20
//
// Arrivals commute, and who waits goes on because of all of them. In between a thread may do something else.

#include <pthread.h>

#include <barrier>
#include <cassert>
#include <utility>

static std::barrier barrier{3};
static int written[3], seen[3];

static void* work(void* argument) {
  const int me = *static_cast<int*>(argument);
  written[me] = 1;
  auto token = barrier.arrive();
  seen[me] = 10;
  barrier.wait(std::move(token));
  seen[me] += written[0] + written[1] + written[2];
  barrier.arrive_and_wait();
  written[me] = 2;
  barrier.arrive_and_wait();
  assert(written[0] + written[1] + written[2] == 6);
  return nullptr;
}

int main() {
  pthread_t threads[3];
  int names[3] = {0, 1, 2};
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], nullptr, work, &names[i]);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
  for (const int each : seen) assert(each == 13);
}
