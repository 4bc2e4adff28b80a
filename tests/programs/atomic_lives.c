// expect: verdict=safe traces=81 deadlocks=0
//
// One place holds one atomic after the other: on the stack, in the heap, and a global that is set by plain stores. In
// each of the 4 rounds three threads attempt to take it, and one of them is the first: 3^4. An attempt that took the
// value of an earlier round for the present one would come to another end.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void* take(void* place) {
  int expected = 5;
  return (void*)(long)atomic_compare_exchange_strong((atomic_int*)place, &expected, 6);
}

static void play(atomic_int* place) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, take, place);
  long winners = 0;
  for (int i = 0; i < 3; ++i) {
    void* has_won;
    pthread_join(threads[i], &has_won);
    winners += (long)has_won;
  }
  assert(winners == 1);
}

static void on_stack(void) {
  atomic_int mine;
  atomic_init(&mine, 5);
  play(&mine);
}

static int global;

int main(void) {
  on_stack();
  global = 5;
  play((atomic_int*)&global);
  global = 5;
  play((atomic_int*)&global);
  atomic_int* const first = malloc(sizeof *first);
  atomic_init(first, 5);
  play(first);
  free(first);
  return 0;
}
