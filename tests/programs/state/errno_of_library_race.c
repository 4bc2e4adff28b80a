// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// strtol stores into the errno of its thread, while main, which knows the address, may look at it.

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdlib.h>

static sem_t is_known, may_end;
static int* place;

static void* work(void* unused) {
  place = &errno;
  sem_post(&is_known);
  strtol("99999999999999999999999", NULL, 10);
  sem_wait(&may_end);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&is_known, 0, 0);
  sem_init(&may_end, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&is_known);
  const int error = *place;
  sem_post(&may_end);
  pthread_join(thread, NULL);
  return error != 0 && error != ERANGE;
}
