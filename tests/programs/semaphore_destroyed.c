// expect: verdict=defect kind=lock-misuse line=11 traces=2 deadlocks=1
//
// main destroys the semaphore before or after the other has taken it.

#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void* take(void* none) {
  sem_wait(&sem);
  return none;
}

int main(void) {
  pthread_t thread;
  sem_init(&sem, 0, 1);
  pthread_create(&thread, NULL, take, NULL);
  sem_destroy(&sem);
  pthread_join(thread, NULL);
  return 0;
}
