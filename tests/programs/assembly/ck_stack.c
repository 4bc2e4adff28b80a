// expect: verdict=safe traces=4 deadlocks=0
//
// Treiber's stack, as ck_stack.h: two threads push, and main pops when both have ended.
#include "atomics.h"

struct entry {
  struct entry* next;
  int value;
};
static void* head;

static void push(struct entry* entry) {
  void* old;
  do {
    old = ck_load_ptr(&head);
    entry->next = old;
    ck_barrier();
  } while (!ck_cas_ptr(&head, old, entry));
}

static struct entry entries[2] = {{NULL, 1}, {NULL, 2}};
static void* pushes_first(void* arg) {
  push(&entries[0]);
  return arg;
}
static void* pushes_second(void* arg) {
  push(&entries[1]);
  return arg;
}

int main(void) {
  int sum = 0;
  run_both(pushes_first, pushes_second);
  for (struct entry* each = ck_load_ptr(&head); each != NULL; each = each->next) sum += each->value;
  assert(sum == 3);
}
