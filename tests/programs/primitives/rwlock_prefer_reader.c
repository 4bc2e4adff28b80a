// expect: verdict=safe traces=2 deadlocks=0
//
// PTHREAD_RWLOCK_PREFER_WRITER_NP prefers readers in glibc: a reader may lock again, and the writer is first or last.

#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock;

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
  pthread_rwlockattr_t attributes;
  pthread_rwlockattr_init(&attributes);
  pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_WRITER_NP);
  pthread_rwlock_init(&lock, &attributes);
  pthread_create(&reader, NULL, reads, NULL);
  pthread_create(&writer, NULL, writes, NULL);
  pthread_join(reader, NULL);
  pthread_join(writer, NULL);
  return 0;
}
