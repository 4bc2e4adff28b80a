// expect: verdict=safe traces=48 deadlocks=0
// expect-bug: verdict=defect kind=data-race,livelock line=36,28
//
// A ticket lock: draw the next number, wait until it is served. THREADS threads enter once each; the counter is plain.
//
// With -DBUG=1 a ticket is read and taken in two steps, so that two threads get the same. They enter together, or the
// second one comes when its number is over, and waits for ever.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef THREADS
#define THREADS 3
#endif

static atomic_uint next_ticket;
static atomic_uint now_serving;
static int counter;

static void enter(void) {
#ifdef BUG
  const unsigned mine = atomic_load(&next_ticket);
  atomic_store(&next_ticket, mine + 1);
#else
  const unsigned mine = atomic_fetch_add(&next_ticket, 1);
#endif
  while (atomic_load(&now_serving) != mine) {
  }
}

static void leave(void) { atomic_fetch_add(&now_serving, 1); }

static void* work(void* unused) {
  enter();
  ++counter;
  leave();
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, NULL);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
