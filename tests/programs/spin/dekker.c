// expect: verdict=safe traces=17 deadlocks=0
//
// A loop with a loop in it; only some rounds of the outer one change something. The number is that of an enumeration of
// all interleavings of this program, written for the purpose, in which a thread waits in the last read of a round that
// would be like the one before; traces are told apart by what each read reads from and the order of writes to a place.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int data;

static void* add(void* argument) {
  const int me = argument != NULL;
  wants[me] = 1;
  while (wants[!me]) {
    if (turn != me) {
      wants[me] = 0;
      while (turn != me) {
      }
      wants[me] = 1;
    }
  }
  ++data;
  turn = !me;
  wants[me] = 0;
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, &other);
  add(NULL);
  pthread_join(other, NULL);
  assert(data == 2);
  return 0;
}
