// LW(N) of [Observers Table 1]: N threads write a value of their own into one variable, which is read when all of them
// are done.
//
// expect N=3: 6 traces, 0 deadlocks
// expect N=5: 120 traces, 0 deadlocks
// expect N=7: 5040 traces, 0 deadlocks
//
// Why N!: the writes happen in any order. Only the last one is ever seen: algorithms with observers need N executions.

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

int main(void) {
  pthread_t writers[N];
  for (long i = 0; i < N; ++i) pthread_create(&writers[i], NULL, write_x, (void*)(i + 1));
  for (int i = 0; i < N; ++i) pthread_join(writers[i], NULL);
  const int last = atomic_load(&x);
  assert(1 <= last && last <= N);
  return 0;
}
