// expect: verdict=safe traces=14 deadlocks=0
//
// A lock with a queue, whose nodes are local variables without a first value. Of the two orders of the exchanges each
// has 7: who was first leaves before the other comes, 1; or sees its successor at once, and that looks before or after
// it is let in, 2; or sees it late, and looks for it in vain once more or not, 2 * 2.

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
  own->is_waiting = 1;
  struct Node* const before = atomic_exchange(&last, own);
  if (before == NULL) return;
  before->next = own;
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
