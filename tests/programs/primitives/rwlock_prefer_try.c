// expect: verdict=safe traces=5 deadlocks=0
//
// A reader that only tries fails behind a waiting writer: no deadlock. The writer begins to wait in one of five places.

#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock;

static void* reads(void* arg) {
  pthread_rwlock_rdlock(&lock);
  if (pthread_rwlock_tryrdlock(&lock) == 0) pthread_rwlock_unlock(&lock);
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
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
