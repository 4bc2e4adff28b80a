// expect: verdict=safe traces=162 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=88
//
// The queue of Michael and Scott: a list with a dummy in front; who finds the tail behind the last node helps it on.
// Nodes are not used again, and their values are plain. One thread puts PUTS values, another one puts one and takes
// one.
//
// With -DBUG=1 a node is linked by a store instead of a compare-exchange: of two that are linked behind the same node
// one is lost.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#ifndef PUTS  // of the first thread
#define PUTS 2
#endif

struct node {
  _Atomic(struct node*) next;
  int value;
};

static struct node dummy;
static _Atomic(struct node*) head = &dummy;
static _Atomic(struct node*) tail = &dummy;

static void put(struct node* node, int value) {
  node->value = value;
  for (;;) {
    struct node* last = atomic_load(&tail);
    struct node* next = atomic_load(&last->next);
    if (next != NULL) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
#ifdef BUG
    atomic_store(&last->next, node);
#else
    if (!atomic_compare_exchange_strong(&last->next, &next, node)) continue;
#endif
    atomic_compare_exchange_strong(&tail, &last, node);
    return;
  }
}

static bool take(int* value) {
  for (;;) {
    struct node* first = atomic_load(&head);
    struct node* last = atomic_load(&tail);
    struct node* const next = atomic_load(&first->next);
    if (next == NULL) return false;
    if (first == last) {
      atomic_compare_exchange_strong(&tail, &last, next);
      continue;
    }
    if (atomic_compare_exchange_strong(&head, &first, next)) {
      *value = next->value;
      return true;
    }
  }
}

static void* put_only(void* unused) {
  static struct node nodes[PUTS];
  for (int i = 0; i < PUTS; ++i) put(&nodes[i], i + 1);
  return unused;
}

static void* put_and_take(void* sum) {
  static struct node node;
  put(&node, 100);
  int value = 0;
  if (take(&value)) *(int*)sum += value;
  return NULL;
}

int main(void) {
  pthread_t first, second;
  int sum = 0;
  pthread_create(&first, NULL, put_only, NULL);
  pthread_create(&second, NULL, put_and_take, &sum);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  for (int value; take(&value);) sum += value;
  assert(sum == 100 + PUTS * (PUTS + 1) / 2);
  return 0;
}
