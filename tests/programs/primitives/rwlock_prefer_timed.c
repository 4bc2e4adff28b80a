// expect: verdict=safe traces=8 deadlocks=0
//
// A writer that waits for a time only gives up, and the reader goes on. It begins to wait before the first lock (and gets
// it: 1), between the two (and gives up: 1), or after 2, 1 or 0 unlocks are left, and tries after some of them: 3 + 2 + 1.

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
  struct timespec soon = {1, 0};
  if (pthread_rwlock_timedwrlock(&lock, &soon) == 0) pthread_rwlock_unlock(&lock);
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
