// expect: verdict=defect kind=data-race lines=14,23
//
// A thread tells another where its thread-local counter is, and goes on counting.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static _Thread_local int counter;
static _Atomic(int*) where;

static void* count(void* unused) {
  atomic_store(&where, &counter);
  ++counter;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, count, NULL);
  int* const theirs = atomic_load(&where);
  int seen = 0;
  if (theirs != NULL) seen = *theirs;
  pthread_join(thread, NULL);
  return seen < 0;
}
