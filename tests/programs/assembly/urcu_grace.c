// expect: verdict=safe traces=5 deadlocks=0
//
// A grace period: the writer waits for readers before it frees the old version.
#include "atomics.h"

static unsigned long readers, current;
static int* versions[2];

static void* reads(void* arg) {
  u_inc(&readers);
  u_mb();
  assert(*versions[u_read(&current)] != 0);
  u_sub_and_test(&readers, 1);
  return arg;
}

static void* updates(void* arg) {
  versions[1] = malloc(sizeof(int));
  *versions[1] = 2;
  u_xchg(&current, 1);
  u_mb();
  while (u_read(&readers) != 0) u_relax();
  free(versions[0]);
  return arg;
}

int main(void) {
  versions[0] = malloc(sizeof(int));
  *versions[0] = 1;
  run_both(reads, updates);
}
