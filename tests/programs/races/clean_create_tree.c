// expect: verdict=safe traces=1 deadlocks=0
//
// Main writes, its child creates a grandchild and ends, which reads: two creations in a row order the accesses. The
// grandchild is joined by main, by way of a plain variable that the child wrote before it was joined itself.

#include <assert.h>
#include <pthread.h>

static int value;
static pthread_t grandchild;

static void* read_value(void* unused) {
  assert(value == 1);
  value = 2;
  return unused;
}

static void* hand_on(void* unused) {
  pthread_create(&grandchild, NULL, read_value, NULL);
  return unused;
}

int main(void) {
  pthread_t child;
  value = 1;
  pthread_create(&child, NULL, hand_on, NULL);
  pthread_join(child, NULL);
  pthread_join(grandchild, NULL);
  assert(value == 2);
  return 0;
}
