// expect: verdict=safe traces=1 deadlocks=0
//
// Nobody joins the thread; the semaphore says when its result is there.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int result;

static void* compute(void* unused) {
  result = 42;
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t thread;
  sem_init(&done, 0, 0);
  pthread_create(&thread, NULL, compute, NULL);
  pthread_detach(thread);
  sem_wait(&done);
  assert(result == 42);
  return 0;
}
