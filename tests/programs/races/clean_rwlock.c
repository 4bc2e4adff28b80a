// expect: verdict=safe traces=4 deadlocks=0
//
// Each of two readers comes before the writer or after it, and readers do not disturb each other: 2^2.

#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int width = 1, height = 1;

static void* look(void* unused) {
  pthread_rwlock_rdlock(&lock);
  assert(width == height);
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* change(void* unused) {
  pthread_rwlock_wrlock(&lock);
  width = 2;
  height = 2;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, look, NULL);
  pthread_create(&second, NULL, look, NULL);
  pthread_create(&third, NULL, change, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return 0;
}
