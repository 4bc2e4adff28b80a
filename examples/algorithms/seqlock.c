// expect: verdict=safe traces=235 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=51
//
// A sequence lock: the number is odd while the writer is at work, and a reader that saw it odd or changed reads again.
// The data are atomic, since readers look at them while they are written. One writer, WRITES times, and one reader.
//
// With -DBUG=1 the writer counts only when it is done: a reader that comes in the middle sees the same number before
// and after.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITES
#define WRITES 2
#endif

static atomic_uint sequence;
static atomic_int x, y;

static void write_both(int value) {
#ifndef BUG
  atomic_fetch_add(&sequence, 1);
#endif
  atomic_store(&x, value);
  atomic_store(&y, value);
#ifdef BUG
  atomic_fetch_add(&sequence, 1);
#endif
  atomic_fetch_add(&sequence, 1);
}

static void read_both(int* a, int* b) {
  unsigned before;
  do {
    while ((before = atomic_load(&sequence)) % 2 != 0) {
    }
    *a = atomic_load(&x);
    *b = atomic_load(&y);
  } while (atomic_load(&sequence) != before);
}

static void* write_all(void* unused) {
  for (int i = 1; i <= WRITES; ++i) write_both(i);
  return unused;
}

static void* read_once(void* unused) {
  int a, b;
  read_both(&a, &b);
  assert(a == b);
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_all, NULL);
  pthread_create(&reader, NULL, read_once, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
