// expect: verdict=safe traces=17 deadlocks=0
// expect-bug: verdict=defect kind=livelock line=25
//
// Dekker's lock for two threads: say that you want to enter, and if the other one wants to as well, the one whose turn
// it is not takes its wish back until it is. Each thread enters ROUNDS times; the counter is plain.
//
// With -DBUG=1 nobody takes a wish back: both say that they want to enter, and wait for each other for ever.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter(int self) {
  const int other = 1 - self;
  atomic_store(&wants[self], 1);
#ifdef BUG
  while (atomic_load(&wants[other])) {
  }
#else
  while (atomic_load(&wants[other])) {
    if (atomic_load(&turn) == self) continue;
    atomic_store(&wants[self], 0);
    while (atomic_load(&turn) != self) {
    }
    atomic_store(&wants[self], 1);
  }
#endif
}

static void leave(int self) {
  atomic_store(&turn, 1 - self);
  atomic_store(&wants[self], 0);
}

static void* work(void* argument) {
  const int self = (int)(long)argument;
  for (int i = 0; i < ROUNDS; ++i) {
    enter(self);
    ++counter;
    leave(self);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(counter == 2 * ROUNDS);
  return 0;
}
