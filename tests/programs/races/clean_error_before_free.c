// expect: verdict=safe traces=1 deadlocks=0
//
// A thread that does not hold an errorcheck mutex gives it back: EPERM, which is no operation, but it has to look at the
// mutex: it does so before the post that lets main free it.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t is_done;
static void* give_back(void* mutex) {
  pthread_mutex_unlock(mutex);
  sem_post(&is_done);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_t* const mutex = malloc(sizeof *mutex);
  pthread_mutex_init(mutex, &kind);
  sem_init(&is_done, 0, 0);
  pthread_create(&thread, NULL, give_back, mutex);
  sem_wait(&is_done);
  free(mutex);
  pthread_join(thread, NULL);
  return 0;
}
