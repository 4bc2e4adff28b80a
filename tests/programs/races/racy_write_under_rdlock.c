// expect: verdict=defect kind=data-race lines=12,19 variable=hits
//
// A thread counts while it holds the lock for reading, which another one may hold for reading at the same time.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int hits;

static void* look_up(void* unused) {
  pthread_rwlock_rdlock(&lock);
  ++hits;
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* ask(void* seen) {
  pthread_rwlock_rdlock(&lock);
  const int now = hits;
  pthread_rwlock_unlock(&lock);
  return now < 0 ? NULL : seen;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, look_up, NULL);
  pthread_create(&second, NULL, ask, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
