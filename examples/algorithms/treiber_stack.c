// expect: verdict=safe traces=16 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=70
//
// Treiber's stack of nodes that are used again at once. The top is a number of a node and a tag in one word, and the
// tag grows with each change. One thread pops; the other one pops twice and pushes back what it had first.
//
// With -DBUG=1 there is no tag. The first thread has read the top, node 1, and what lies below it, node 2. The other
// one takes both and pushes 1 again. Node 1 is the top as before, and the first thread makes 2 the top, which is taken.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { NONE = 0, NODES = 2 };  // nodes are numbered from 1

static atomic_uint below[NODES + 1];  // the next node down
static atomic_uint_fast64_t top;      // tag << 32 | node

static unsigned node_of(uint_fast64_t word) { return (unsigned)(word & 0xffffffffu); }

static uint_fast64_t changed(uint_fast64_t word, unsigned node) {
#ifdef BUG
  (void)word;
  return node;
#else
  return ((word >> 32) + 1) << 32 | node;
#endif
}

static void push(unsigned node) {
  uint_fast64_t old = atomic_load(&top);
  do {
    atomic_store(&below[node], node_of(old));
  } while (!atomic_compare_exchange_strong(&top, &old, changed(old, node)));
}

static unsigned pop(void) {
  uint_fast64_t old = atomic_load(&top);
  unsigned next;
  do {
    if (node_of(old) == NONE) return NONE;
    next = atomic_load(&below[node_of(old)]);
  } while (!atomic_compare_exchange_strong(&top, &old, changed(old, next)));
  return node_of(old);
}

static void* take_one(void* taken) {
  *(unsigned*)taken = pop();
  return NULL;
}

static void* take_two_and_give_back(void* taken) {
  const unsigned first = pop();
  *(unsigned*)taken = pop();
  if (first != NONE) push(first);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  unsigned taken[2];
  for (unsigned node = NODES; node >= 1; --node) push(node);
  pthread_create(&threads[0], NULL, take_one, &taken[0]);
  pthread_create(&threads[1], NULL, take_two_and_give_back, &taken[1]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  unsigned places[NODES + 1] = {0};  // in how many places each node is
  for (int i = 0; i < 2; ++i) ++places[taken[i]];
  for (unsigned node; (node = pop()) != NONE;) ++places[node];
  for (unsigned node = 1; node <= NODES; ++node) assert(places[node] == 1);
  return 0;
}
