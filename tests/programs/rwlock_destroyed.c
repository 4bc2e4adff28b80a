// expect: verdict=defect kind=lock-misuse line=19 traces=1 deadlocks=0
//
// main destroys a lock that it reads itself. The other thread has ended.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* read_it(void* none) {
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, read_it, NULL);
  pthread_join(thread, NULL);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_destroy(&lock);
  return 0;
}
