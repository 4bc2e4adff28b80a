// expect: verdict=safe traces=1 deadlocks=0
//
// Cycle counters are virtual like the clocks: they go on, also from the creator to the thread and back.

#include <assert.h>
#include <pthread.h>
#include <x86intrin.h>

static unsigned long long seen;

static void* look(void* unused) {
  const unsigned long long now = __rdtsc();
  assert(now > seen);
  seen = now;
  return unused;
}

int main(void) {
  pthread_t thread;
  unsigned processor = 7;
  seen = __builtin_readcyclecounter();
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
  assert(__rdtscp(&processor) > seen);
  assert(processor == 0);
  return 0;
}
