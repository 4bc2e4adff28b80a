// expect: verdict=safe traces=28 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=57
//
// Lamport's bakery: each thread draws a number higher than all that it sees, and the lowest number enters, or the lower
// thread of two with the same number. THREADS threads enter once each; the counter is plain.
//
// With -DBUG=1 a thread does not say that it is about to draw. One has seen no number and is about to take 1; another
// one draws 1 and enters, as nobody else has a number; then the first takes its 1, and comes first by its place.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int drawing[THREADS];
static atomic_int number[THREADS];  // 0: does not want to enter
static int counter;

static void draw(int self) {
  int highest = 0;
  for (int i = 0; i < THREADS; ++i) {
    if (i == self) continue;
    const int theirs = atomic_load(&number[i]);
    if (theirs > highest) highest = theirs;
  }
  atomic_store(&number[self], highest + 1);
}

static void enter(int self) {
#ifdef BUG
  draw(self);
#else
  atomic_store(&drawing[self], 1);
  draw(self);
  atomic_store(&drawing[self], 0);
#endif
  const int mine = atomic_load(&number[self]);
  for (int i = 0; i < THREADS; ++i) {
    if (i == self) continue;
    while (atomic_load(&drawing[i])) {
    }
    for (;;) {
      const int theirs = atomic_load(&number[i]);
      if (theirs == 0 || theirs > mine || (theirs == mine && i > self)) break;
    }
  }
}

static void leave(int self) { atomic_store(&number[self], 0); }

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
