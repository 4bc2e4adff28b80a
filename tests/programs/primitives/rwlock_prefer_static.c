// expect: verdict=defect traces=5 deadlocks=1
//
// The same lock with a static initialiser.

#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

static void* reads(void* arg) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

static void* writes(void* arg) {
  pthread_rwlock_wrlock(&lock);
  pthread_rwlock_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t reader, writer;
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
