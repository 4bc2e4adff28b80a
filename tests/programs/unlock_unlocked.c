// expect: verdict=defect kind=lock-misuse line=24 traces=2 deadlocks=1
//
// Two critical sections in either order; a thread that finds the other's mark unlocks once too often. The mutex is free
// at that moment, so nobody but main, who joins, is blocked.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_marked = 0;

static void* mark(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  is_marked = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* unlock_too_often(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  const int seen = is_marked;
  pthread_mutex_unlock(&lock);
  if (seen) pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, unlock_too_often, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
