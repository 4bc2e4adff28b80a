// expect: verdict=safe traces=4 deadlocks=0
//
// The order of the tickets, and whether the second one has to wait.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next, serving;
static int data;

static void* add(void* unused) {
  (void)unused;
  const unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine) {
  }
  ++data;
  atomic_fetch_add(&serving, 1);
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, add, NULL);
  add(NULL);
  pthread_join(other, NULL);
  assert(data == 2);
  return 0;
}
