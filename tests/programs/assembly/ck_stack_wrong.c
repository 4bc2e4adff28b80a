// expect: verdict=defect kind=assertion traces=4 deadlocks=0
//
// A push that stores the head without looking whether it has changed loses an entry.
#include "atomics.h"

struct entry {
  struct entry* next;
  int value;
};
static void* head;

static void push(struct entry* entry) {
  entry->next = ck_load_ptr(&head);
  ck_store_ptr(&head, entry);
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
