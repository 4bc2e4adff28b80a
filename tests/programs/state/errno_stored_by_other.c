// expect: verdict=defect kind=assertion line=22 traces=2 deadlocks=1
//
// main stores into the errno of the other thread, by its address, before that looks at it or after: a mutex orders the
// accesses. The thread that fails keeps the mutex, but main had its turn before.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t is_known, may_end;
static int* place;

static void* work(void* unused) {
  errno = EIO;
  place = &errno;
  sem_post(&is_known);
  pthread_mutex_lock(&lock);
  // What the thread itself has stored may be overwritten.
  assert(errno == EIO);
  pthread_mutex_unlock(&lock);
  sem_wait(&may_end);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_known, 0, 0);
  sem_init(&may_end, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&is_known);
  pthread_mutex_lock(&lock);
  *place = EINTR;
  pthread_mutex_unlock(&lock);
  sem_post(&may_end);
  pthread_join(thread, NULL);
}
