// expect: verdict=safe traces=438 deadlocks=0
// expect-bug: verdict=defect kind=livelock line=33
//
// The lock of Mellor-Crummey and Scott: waiting threads stand in a list, each spins on a variable of its own, and who
// leaves tells the next. THREADS threads enter once each; the counter is plain.
//
// With -DBUG=1 who leaves does not wait for a thread that is in line already, but has not said so yet to the one in
// front of it: nobody ever tells that thread.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#ifndef THREADS
#define THREADS 3
#endif

struct place {
  _Atomic(struct place*) next;
  atomic_int must_wait;
};

static _Atomic(struct place*) last;
static int counter;

static void enter(struct place* mine) {
  atomic_store(&mine->next, NULL);
  atomic_store(&mine->must_wait, 1);
  struct place* const before = atomic_exchange(&last, mine);
  if (before == NULL) return;
  atomic_store(&before->next, mine);
  while (atomic_load(&mine->must_wait)) {
  }
}

static void leave(struct place* mine) {
  struct place* next = atomic_load(&mine->next);
  if (next == NULL) {
    struct place* expected = mine;
    if (atomic_compare_exchange_strong(&last, &expected, NULL)) return;
#ifdef BUG
    return;
#endif
    while ((next = atomic_load(&mine->next)) == NULL) {
    }
  }
  atomic_store(&next->must_wait, 0);
}

static void* work(void* place) {
  enter(place);
  ++counter;
  leave(place);
  return NULL;
}

int main(void) {
  static struct place places[THREADS];
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, work, &places[i]);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(counter == THREADS);
  return 0;
}
