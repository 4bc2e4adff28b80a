// expect: verdict=safe traces=3 deadlocks=0
//
// Three threads set the same bit, by different functions. The first of them changes the value; what the others do leaves
// it as it is, which is no more than a read: 3.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar x;

static void* by_exchange(void* unused) {
  (void)unused;
  atomic_exchange(&x, 4);
  return NULL;
}
static void* by_or(void* unused) {
  (void)unused;
  atomic_fetch_or(&x, 4);
  return NULL;
}
static void* by_max(void* unused) {
  (void)unused;
  __atomic_fetch_max((unsigned char*)&x, 4, __ATOMIC_SEQ_CST);
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, by_exchange, NULL);
  pthread_create(&b, NULL, by_or, NULL);
  pthread_create(&c, NULL, by_max, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  pthread_join(c, NULL);
  assert(x == 4);
  return 0;
}
