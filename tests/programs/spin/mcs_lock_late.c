// expect: verdict=defect kind=livelock traces=20 deadlocks=6
//
// As mcs_lock.c, but a thread says that it waits when the one before it may have passed the lock on already, and then
// waits for ever. That makes 3 of each 2: 2 * (1 + 3 + 2 * 3), and a livelock in one of each 3.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Node {
  _Atomic(struct Node*) next;
  atomic_int is_waiting;
};
static _Atomic(struct Node*) last;
static int count;

static void lock(struct Node* own) {
  own->next = NULL;
  struct Node* const before = atomic_exchange(&last, own);
  if (before == NULL) return;
  before->next = own;
  own->is_waiting = 1;
  while (own->is_waiting) {
  }
}

static void unlock(struct Node* own) {
  struct Node* expected = own;
  if (own->next == NULL) {
    if (atomic_compare_exchange_strong(&last, &expected, NULL)) return;
    while (own->next == NULL) {
    }
  }
  own->next->is_waiting = 0;
}

static void* add(void* unused) {
  struct Node own;
  lock(&own);
  ++count;
  unlock(&own);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, add, NULL);
  add(NULL);
  pthread_join(thread, NULL);
  assert(count == 2);
  return 0;
}
