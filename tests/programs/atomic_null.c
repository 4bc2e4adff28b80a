// expect: verdict=defect kind=segmentation-fault line=16 traces=2 deadlocks=1
//
// The reader looks before the pointer is set, and fails, and main waits for it; or after.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int value;
static _Atomic(atomic_int*) pointer;

static void* read_value(void* unused) {
  (void)unused;
  atomic_int* const place = pointer;
  // Nobody waits for it to be set.
  atomic_fetch_add(place, 1);
  return NULL;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, NULL, read_value, NULL);
  pointer = &value;
  pthread_join(reader, NULL);
  return 0;
}
