// expect: verdict=safe traces=3 deadlocks=0
//
// A reader tries: before the writer, after it, or while it writes, and then waits.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value;

static void* reads(void* arg) {
  while (pthread_rwlock_tryrdlock(&lock) != 0) {
  }
  arg = value == 1 ? arg : NULL;
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void* writes(void* arg) {
  pthread_rwlock_wrlock(&lock);
  value = 1;
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reads, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
