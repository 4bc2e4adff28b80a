// expect: verdict=safe traces=1
// Sets of processors are in the program's heap.
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>

static cpu_set_t* sets[2];
static int counts[2];
static pthread_mutex_t own[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void* count(void* number) {
  const long me = (long)number;
  sets[me] = CPU_ALLOC(64);
  CPU_ZERO_S(CPU_ALLOC_SIZE(64), sets[me]);
  CPU_SET_S(me, CPU_ALLOC_SIZE(64), sets[me]);
  pthread_mutex_lock(&own[me]);
  pthread_mutex_unlock(&own[me]);
  counts[me] = CPU_COUNT_S(CPU_ALLOC_SIZE(64), sets[me]);
  CPU_FREE(sets[me]);
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, count, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
