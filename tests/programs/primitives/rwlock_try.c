// expect: verdict=safe traces=14 deadlocks=0
//
// Two that try to read and one that tries to write; the number is that of the twin.

#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void* read_it(void* none) {
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  return none;
}

static void* write_it(void* none) {
  if (pthread_rwlock_trywrlock(&lock) == 0) pthread_rwlock_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, read_it, NULL);
  pthread_create(&thread[1], NULL, read_it, NULL);
  pthread_create(&thread[2], NULL, write_it, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
