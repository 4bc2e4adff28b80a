// expect: verdict=safe traces=288 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=62
//
// The work-stealing deque of Chase and Lev: its owner pushes and takes at the bottom, thieves steal at the top; for the
// last item both go through a compare-exchange of `top`. No slot is used twice, so they are plain, as is the count of
// how often each item was had. The owner pushes ITEMS items and takes as many, THIEVES thieves try to steal once each.
//
// With -DBUG=1 the owner takes the last item without the compare-exchange: it and a thief may both have it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 2
#endif
#ifndef THIEVES
#define THIEVES 2
#endif

enum { NOTHING = -1 };

static int slots[ITEMS];
static atomic_int top, bottom;
static int had[ITEMS];

static void push(int item) {
  const int b = atomic_load(&bottom);
  slots[b] = item;
  atomic_store(&bottom, b + 1);
}

static int take(void) {
  const int b = atomic_load(&bottom) - 1;
  atomic_store(&bottom, b);
  int t = atomic_load(&top);
  if (t > b) {  // nothing there
    atomic_store(&bottom, t);
    return NOTHING;
  }
  const int item = slots[b];
  if (t < b) return item;
#ifdef BUG
  atomic_store(&top, t + 1);
  const int is_mine = 1;
#else
  const int is_mine = atomic_compare_exchange_strong(&top, &t, t + 1);
#endif
  atomic_store(&bottom, b + 1);
  return is_mine ? item : NOTHING;
}

static int steal(void) {
  int t = atomic_load(&top);
  const int b = atomic_load(&bottom);
  if (t >= b) return NOTHING;
  const int item = slots[t];
  return atomic_compare_exchange_strong(&top, &t, t + 1) ? item : NOTHING;
}

static void count(int item) {
  if (item != NOTHING) ++had[item];
}

static void* own(void* unused) {
  for (int i = 0; i < ITEMS; ++i) push(i);
  for (int i = 0; i < ITEMS; ++i) count(take());
  return unused;
}

static void* rob(void* unused) {
  count(steal());
  return unused;
}

int main(void) {
  pthread_t owner;
  pthread_t thieves[THIEVES];
  pthread_create(&owner, NULL, own, NULL);
  for (int i = 0; i < THIEVES; ++i) pthread_create(&thieves[i], NULL, rob, NULL);
  pthread_join(owner, NULL);
  for (int i = 0; i < THIEVES; ++i) pthread_join(thieves[i], NULL);
  for (int i = 0; i < ITEMS; ++i) assert(had[i] == 1);
  return 0;
}
