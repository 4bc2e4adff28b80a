// Threads insert messages into a shared hash table with compare-exchange [Source-DPOR 11; Flanagan and Godefroid 2005].
//
// expect T=11: 1 traces, 0 deadlocks
// expect T=12: 8 traces, 0 deadlocks
// expect T=13: 64 traces, 0 deadlocks
// expect T=15: 4096 traces, 0 deadlocks
//
// Why: thread t inserts m*11+t for m = 1..MAX at the place 7*(m*11+t) mod SIZE. Up to 11 threads never meet. Thread
// t+11 wants the places that thread t takes one message later, MAX-1 = 3 of them, so each thread beyond the eleventh
// brings three independent races: 2^3 = 8 for 12 threads, 8^4 for 15. Whoever comes second takes the next place,
// which nobody else wants.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef T
#define T 12
#endif
enum { SIZE = 128, MAX = 4 };

static atomic_int table[SIZE];

static void* insert(void* argument) {
  const int t = (int)(long)argument;
  for (int m = 1; m <= MAX; ++m) {
    const int w = m * 11 + t;
    int h = w * 7 % SIZE;
    for (int empty = 0; !atomic_compare_exchange_strong(&table[h], &empty, w); empty = 0) h = (h + 1) % SIZE;
  }
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (long t = 0; t < T; ++t) pthread_create(&threads[t], NULL, insert, (void*)t);
  for (int t = 0; t < T; ++t) pthread_join(threads[t], NULL);
  int count = 0;
  for (int h = 0; h < SIZE; ++h) count += table[h] != 0;
  assert(count == T * MAX);
  return 0;
}
