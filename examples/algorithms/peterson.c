// expect: verdict=safe traces=672 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=41
//
// Peterson's lock for two threads: say that you want to enter, let the other one go first, and wait as long as it wants
// to enter and it is its turn. Each thread enters ROUNDS times; the counter is plain.
//
// With -DBUG=1 a thread lets the other one go first before it says that it wants to enter. One does so; then the other
// does both, finds itself alone and enters; then the first says that it wants to enter, and it is its turn.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

static atomic_int wants[2];
static atomic_int turn;
static int counter;

static void enter(int self) {
  const int other = 1 - self;
#ifdef BUG
  atomic_store(&turn, other);
  atomic_store(&wants[self], 1);
#else
  atomic_store(&wants[self], 1);
  atomic_store(&turn, other);
#endif
  while (atomic_load(&wants[other]) && atomic_load(&turn) == other) {
  }
}

static void leave(int self) { atomic_store(&wants[self], 0); }

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
