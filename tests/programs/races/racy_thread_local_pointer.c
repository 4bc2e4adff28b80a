// expect: verdict=defect kind=data-race lines=16,27
//
// A thread tells another where its thread-local counter is, and goes on counting. It lives until the other has read.

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int counter;
static _Atomic(int*) where;
static sem_t has_read;

static void* count(void* unused) {
  atomic_store(&where, &counter);
  ++counter;
  sem_wait(&has_read);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&has_read, 0, 0);
  pthread_create(&thread, NULL, count, NULL);
  int* const theirs = atomic_load(&where);
  int seen = 0;
  if (theirs != NULL) seen = *theirs;
  sem_post(&has_read);
  pthread_join(thread, NULL);
  return seen < 0;
}
