// expect: verdict=safe traces=12 deadlocks=0
//
// Two places are looked at in each round. Let thread 0 be the first to give the turn away, as the other one does in half
// of the traces. It sees that thread 1 does not want to, or that it does and has the turn (and then waits for it), or
// that it has given it back: 3 ways. Thread 1 finds thread 0 gone at once, or in its second round: 2 ways. A third is
// cut: in its second round it does not, waits for the turn, and does not see that thread 0 is gone. 2 * 3 * 2.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int wants[2], turn;
static int data;

static void* add(void* argument) {
  const int me = argument != NULL;
  wants[me] = 1;
  turn = !me;
  while (wants[!me] && turn == !me) {
  }
  ++data;
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
