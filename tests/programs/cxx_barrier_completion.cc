// expect: verdict=safe traces=12 deadlocks=0
// args: --cflags=-std=c++20
//
// With a completion function, the barrier is libstdc++'s own code. Either thread takes the ticket first, and then waits
// until the other has changed the phase: the 6 ways of atomic_wait.cc.

#include <pthread.h>

#include <barrier>
#include <cassert>

static int phases = 0;

struct Count {
  void operator()() noexcept { ++phases; }
};
static std::barrier<Count> barrier{2};

static void* work(void*) {
  barrier.arrive_and_wait();
  assert(phases == 1);
  return nullptr;
}

int main() {
  pthread_t threads[2];
  for (pthread_t& each : threads) pthread_create(&each, nullptr, work, nullptr);
  for (pthread_t& each : threads) pthread_join(each, nullptr);
}
