// The running example of [Observers Sec. 1]: p writes 1, q writes 2, and r asserts something about what it reads. With
// P instances of p.
//
// expect P=1: 6 traces, 0 deadlocks
// expect P=2: 24 traces, 0 deadlocks
// expect P=4: 720 traces, 0 deadlocks
//
// Why (P+2)!: the operations all concern x, and at least one of any two is a write. Instances of p write the same
// value, and yet a store is a store: two of them do not commute.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef P
#define P 1
#endif

static atomic_int x;

static void* write_one(void* unused) {
  atomic_store(&x, 1);
  return unused;
}

static void* write_two(void* unused) {
  atomic_store(&x, 2);
  return unused;
}

static void* check(void* unused) {
  assert(atomic_load(&x) < 3);
  return unused;
}

int main(void) {
  pthread_t p[P];
  pthread_t q, r;
  for (int i = 0; i < P; ++i) pthread_create(&p[i], NULL, write_one, NULL);
  pthread_create(&q, NULL, write_two, NULL);
  pthread_create(&r, NULL, check, NULL);
  for (int i = 0; i < P; ++i) pthread_join(p[i], NULL);
  pthread_join(q, NULL);
  pthread_join(r, NULL);
  return 0;
}
