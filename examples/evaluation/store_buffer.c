// N threads, each of which writes its own variable and reads that of its neighbour, in a ring.
//
// expect N=2: 3 traces, 0 deadlocks
// expect N=5: 31 traces, 0 deadlocks
// expect N=10: 1023 traces, 0 deadlocks
//
// Why 2^N - 1: each read comes before or after the write that it races with, N independent questions. Only one of the
// answers is impossible: that every thread reads before its neighbour writes, for the order would go in a circle.
// Machines with store buffers show exactly this; sequentially consistent ones never do, as the assertion says.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int written[N];
static int seen[N];  // by thread i, of its neighbour

static void* write_and_read(void* argument) {
  const int i = (int)(long)argument;
  atomic_store(&written[i], 1);
  seen[i] = atomic_load(&written[(i + 1) % N]);
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (long i = 0; i < N; ++i) pthread_create(&threads[i], NULL, write_and_read, (void*)i);
  for (int i = 0; i < N; ++i) pthread_join(threads[i], NULL);
  int sum = 0;
  for (int i = 0; i < N; ++i) sum += seen[i];
  assert(sum > 0);
  return 0;
}
