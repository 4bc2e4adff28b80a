// One thread looks for the last zero of an array from behind, while N others fill it in [Source-DPOR Fig. 11].
//
// expect N=2: 5 traces, 0 deadlocks
// expect N=5: 64 traces, 0 deadlocks
// expect N=10: 3328 traces, 0 deadlocks
// expect N=15: 147456 traces, 0 deadlocks
//
// Why (N+3) * 2^(N-2): filler j+1 reads element j before or after filler j writes it, N-1 independent questions. If the
// search ends at once (at N) or goes through to 0, it decides none of them: 2 * 2^(N-1). If it ends at k between, then
// filler k+1 was done before the search read element k, and filler k wrote that element later, so filler k+1 must have
// read it before the write: one question less for each of the N-1 values of k.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 5
#endif

static atomic_int array[N + 1];

static void* search(void* last) {
  int i = N;
  while (atomic_load(&array[i]) != 0) --i;
  *(int*)last = i;
  return NULL;
}

static void* fill(void* place) {
  atomic_int* const element = place;
  atomic_store(element, atomic_load(element - 1) + 1);
  return NULL;
}

int main(void) {
  pthread_t searcher;
  pthread_t fillers[N];
  int last;
  pthread_create(&searcher, NULL, search, &last);
  for (int i = 0; i < N; ++i) pthread_create(&fillers[i], NULL, fill, &array[i + 1]);
  pthread_join(searcher, NULL);
  for (int i = 0; i < N; ++i) pthread_join(fillers[i], NULL);
  assert(0 <= last && last <= N);
  return 0;
}
