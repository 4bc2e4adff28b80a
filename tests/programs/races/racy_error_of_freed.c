// expect: verdict=defect kind=data-race,use-after-free lines=13,27
//
// A thread that does not hold an errorcheck mutex gives it back: EPERM, which is no operation, but it has to look at the
// mutex, which main frees after the post that came before.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static sem_t is_done;
static void* give_back(void* mutex) {
  sem_post(&is_done);
  pthread_mutex_unlock(mutex);
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
