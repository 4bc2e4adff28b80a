// expect: verdict=safe traces=15 deadlocks=0
//
// A reader that begins anew until the number is even and has not changed. It first sees 2, or 1 and then 2: one way
// each. Or 0, and then it sees 0 again, so that it is before the writer: one way. Or it sees 1 in the end, with each of
// the data old or new, and then 1 and 2 or 2 only: 4 * 2 ways; or 2: 4 ways. Old and new mixed are never returned.

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
