// expect: verdict=safe traces=18 deadlocks=0
//
// Two readers, two writers: the writers come in 2 orders, each reader before, between or after them (3 x 3), readers
// commute.

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
  pthread_t thread[4];
  pthread_create(&thread[0], NULL, read_it, NULL);
  pthread_create(&thread[1], NULL, read_it, NULL);
  pthread_create(&thread[2], NULL, write_it, NULL);
  pthread_create(&thread[3], NULL, write_it, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
  return 0;
}
