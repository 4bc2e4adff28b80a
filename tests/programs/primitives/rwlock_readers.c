// expect: verdict=safe traces=16 deadlocks=0
//
// Four readers and a writer: each reader before or after it, 2^4.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* read_it(void* none) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return none;
}

static void* write_it(void* none) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[5];
  pthread_create(&thread[0], NULL, read_it, NULL);
  pthread_create(&thread[1], NULL, read_it, NULL);
  pthread_create(&thread[2], NULL, read_it, NULL);
  pthread_create(&thread[3], NULL, read_it, NULL);
  pthread_create(&thread[4], NULL, write_it, NULL);
  for (int i = 0; i < 5; ++i) pthread_join(thread[i], NULL);
  return 0;
}
