// expect: verdict=defect kind=assertion line=13 traces=1 deadlocks=1
//
// A thread may run on the processors that its creator could run on at that time, not on those that this chooses later.

#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static void* look(void* unused) {
  cpu_set_t set;
  sched_getaffinity(0, sizeof set, &set);
  assert(CPU_COUNT(&set) == 1 && sched_getcpu() == 1);
  return unused;
}

int main(void) {
  pthread_t thread;
  cpu_set_t set;
  CPU_ZERO(&set);
  CPU_SET(1, &set);
  pthread_create(&thread, NULL, look, NULL);
  sched_setaffinity(0, sizeof set, &set);
  pthread_join(thread, NULL);
  assert(sched_getcpu() == 1);
  return 0;
}
