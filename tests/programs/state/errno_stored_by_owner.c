// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of errno_stored_by_other.c: main reads the errno of the other thread, which stands there as it was stored.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t is_known, is_read;
static int* place;

static void* work(void* unused) {
  errno = EIO;
  place = &errno;
  sem_post(&is_known);
  sem_wait(&is_read);
  assert(errno == EIO);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_known, 0, 0);
  sem_init(&is_read, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&is_known);
  assert(*place == EIO && place != &errno);
  sem_post(&is_read);
  pthread_join(thread, NULL);
}
