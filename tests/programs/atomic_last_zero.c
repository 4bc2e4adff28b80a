// expect: verdict=safe traces=64 deadlocks=0
//
// Main looks for the last zero of an array from behind, while N others fill it in [Source-DPOR Fig. 11]: as in
// examples/models/lastzero.model, (N+3) * 2^(N-2) with N = 5.

#include <pthread.h>
#include <stdatomic.h>

enum { N = 5 };
static atomic_int array[N + 1];

static void* fill(void* place) {
  atomic_int* const element = place;
  *element = element[-1] + 1;
  return NULL;
}

int main(void) {
  pthread_t threads[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], NULL, fill, &array[i + 1]);
  int last = N;
  while (array[last] != 0) --last;
  for (int i = 0; i < N; ++i) pthread_join(threads[i], NULL);
  return 0;
}
