// expect: verdict=defect traces=1 deadlocks=1
//
// Who reads and wants to write waits for itself; the read locks commute.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* upgrade(void* none) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_wrlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[2];
  pthread_create(&thread[0], NULL, upgrade, NULL);
  pthread_create(&thread[1], NULL, upgrade, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(thread[i], NULL);
  return 0;
}
