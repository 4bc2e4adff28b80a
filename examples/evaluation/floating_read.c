// FR(N) of [Observers Table 1]: N threads write a value of their own into one variable, and another reads it.
//
// expect N=2: 6 traces, 0 deadlocks
// expect N=3: 24 traces, 0 deadlocks
// expect N=5: 720 traces, 0 deadlocks
// expect N=7: 40320 traces, 0 deadlocks
//
// Why (N+1)!: any two of the N+1 operations depend on each other. That the reader sees only the last write before it is
// what algorithms with observers make use of (the paper reports 13, 81 and 449 executions for N = 3, 5, 7, which is
// N * 2^(N-1) + 1); traces do not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int x;

static void* write_x(void* value) {
  atomic_store(&x, (int)(long)value);
  return NULL;
}

static void* read_x(void* seen) {
  *(int*)seen = atomic_load(&x);
  return NULL;
}

int main(void) {
  pthread_t writers[N];
  pthread_t reader;
  int seen;
  for (long i = 0; i < N; ++i) pthread_create(&writers[i], NULL, write_x, (void*)(i + 1));
  pthread_create(&reader, NULL, read_x, &seen);
  for (int i = 0; i < N; ++i) pthread_join(writers[i], NULL);
  pthread_join(reader, NULL);
  assert(0 <= seen && seen <= N);
  return 0;
}
