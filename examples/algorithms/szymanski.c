// expect: verdict=safe traces=350 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=65
//
// Szymanski's lock: threads gather in a waiting room, the last one in closes the door behind them, and they leave by
// their numbers. One variable with five values for each thread. THREADS threads enter once each; the counter is plain.
//
// With -DBUG=1 nobody looks whether the door is closed: thread 1 has entered alone, thread 0 comes into the room, and
// there is no lower number to wait for.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef THREADS
#define THREADS 2
#endif

enum state { AWAY, WANTS, WAITS_FOR_OTHERS, IN_DOORWAY, INSIDE };

static atomic_int states[THREADS];
static int counter;

static bool is_any(int self, enum state state) {
  for (int i = 0; i < THREADS; ++i) {
    if (i != self && atomic_load(&states[i]) == (int)state) return true;
  }
  return false;
}

static void enter(int self) {
  atomic_store(&states[self], WANTS);
#ifndef BUG
  for (int i = 0; i < THREADS; ++i) {  // the door is open
    while (i != self && atomic_load(&states[i]) >= IN_DOORWAY) {
    }
  }
#endif
  atomic_store(&states[self], IN_DOORWAY);
  if (is_any(self, WANTS)) {
    atomic_store(&states[self], WAITS_FOR_OTHERS);
    while (!is_any(self, INSIDE)) {
    }
  }
  atomic_store(&states[self], INSIDE);
  for (int i = 0; i < self; ++i) {
    while (atomic_load(&states[i]) >= WAITS_FOR_OTHERS) {
    }
  }
}

static void leave(int self) {
  for (int i = self + 1; i < THREADS; ++i) {  // all in the room know that the door is closed
    for (;;) {
      const int theirs = atomic_load(&states[i]);
      if (theirs != WAITS_FOR_OTHERS && theirs != IN_DOORWAY) break;
    }
  }
  atomic_store(&states[self], AWAY);
}

static void* work(void* argument) {
  const int self = (int)(long)argument;
  enter(self);
  ++counter;
  leave(self);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
