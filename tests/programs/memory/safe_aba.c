// expect: verdict=safe traces=22
// args: --heap=reuse
//
// The program of aba.c with a hazard pointer that is given up after the compare-exchange: the node is not freed, so that the
// new one is at another place.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct Node {
  struct Node* next;
};

static _Atomic(struct Node*) top;
static _Atomic(struct Node*) hazard;
static struct Node* second;
static int was_taken;

static void* owner(void* unused) {
  // Takes both nodes and pushes another one.
  struct Node* const first = atomic_exchange(&top, NULL);
  if (first != second) {
    was_taken = 1;
    if (atomic_load(&hazard) != first) free(first);
    struct Node* const fresh = malloc(sizeof *fresh);
    fresh->next = NULL;
    atomic_store(&top, fresh);
  }
  return unused;
}

/// Makes the stack; so that the blocks are those of the thread that frees them, it is the one that runs `owner`.
static void* work(void* is_ready) {
  second = malloc(sizeof *second);
  second->next = NULL;
  struct Node* const first = malloc(sizeof *first);
  first->next = second;
  atomic_store(&top, first);
  atomic_store((atomic_int*)is_ready, 1);
  return owner(NULL);
}

int main(void) {
  static atomic_int is_ready;
  pthread_t thread;
  pthread_create(&thread, NULL, work, &is_ready);
  while (!atomic_load(&is_ready)) {
  }
  struct Node* node = atomic_load(&top);
  atomic_store(&hazard, node);
  if (node == NULL || atomic_load(&top) != node) return 0;
  struct Node* next = node->next;
  // If this succeeds, the stack is `next` and what follows.
  const int has_popped = atomic_compare_exchange_strong(&top, &node, next);
  atomic_store(&hazard, NULL);
  pthread_join(thread, NULL);
  // Otherwise the node with `second` behind it is on the stack, or was taken with it.
  if (has_popped && next == second) assert(!was_taken);
  return 0;
}
