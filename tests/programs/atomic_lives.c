// expect: verdict=safe traces=16 deadlocks=0
//
// One place holds one atomic after the other: on the stack, in the heap, and a global that is set by plain stores. In
// each of the 4 rounds two threads attempt to take it, and one of 2 is the first: 2^4. An attempt that took the value of
// an earlier round for the present one would come to another end.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static void* take(void* place) {
  int expected = 5;
  return (void*)(long)atomic_compare_exchange_strong((atomic_int*)place, &expected, 6);
}

static void play(atomic_int* place) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, place);
  pthread_create(&b, NULL, take, place);
  void *first, *second;
  pthread_join(a, &first);
  pthread_join(b, &second);
  assert((long)first + (long)second == 1);
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
