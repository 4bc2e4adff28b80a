// expect: verdict=safe traces=1 deadlocks=0
//
// A reader that begins anew until the number is even and has not changed.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int a, b;

static void* write_both(void* unused) {
  (void)unused;
  ++sequence;
  a = 1;
  b = 1;
  ++sequence;
  return NULL;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, write_both, NULL);
  unsigned before;
  int first, second;
  do {
    while ((before = sequence) % 2 != 0) {
    }
    first = a;
    second = b;
  } while (sequence != before);
  assert(first == second);
  pthread_join(writer, NULL);
  return 0;
}
