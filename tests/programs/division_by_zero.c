// expect: verdict=defect kind=arithmetic line=25 traces=2 deadlocks=1
//
// Two critical sections in either order; after the other one the divisor is 0. The lock is free by then; only main, who
// joins, is blocked.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int divisor = 4;
static int share;

static void* lose(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  divisor = 0;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* divide(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  const int parts = divisor;
  pthread_mutex_unlock(&lock);
  share = 100 / parts;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, lose, NULL);
  pthread_create(&b, NULL, divide, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return share == 25 ? 0 : 1;
}
