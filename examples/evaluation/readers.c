// One writer and N readers [Source-DPOR Fig. 1 and 13]. Each reader first reads a variable of its own.
//
// expect N=2: 4 traces, 0 deadlocks
// expect N=8: 256 traces, 0 deadlocks
// expect N=13: 8192 traces, 0 deadlocks
//
// Why 2^N: each reader reads x before or after the write, and reads commute. The first reads race with nobody; they
// are there to mislead algorithms that only look at the next step of each thread.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 8
#endif

static atomic_int x;
static atomic_int own[N];

static void* write_x(void* unused) {
  atomic_store(&x, 42);
  return unused;
}

static void* read_both(void* mine) {
  const int first = atomic_load((atomic_int*)mine);
  const int second = atomic_load(&x);
  assert(first == 0 && (second == 0 || second == 42));
  return NULL;
}

int main(void) {
  pthread_t writer;
  pthread_t readers[N];
  pthread_create(&writer, NULL, write_x, NULL);
  for (int i = 0; i < N; ++i) pthread_create(&readers[i], NULL, read_both, &own[i]);
  pthread_join(writer, NULL);
  for (int i = 0; i < N; ++i) pthread_join(readers[i], NULL);
  return 0;
}
