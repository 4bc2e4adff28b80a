// expect: verdict=defect kind=lock-misuse line=10 traces=1 deadlocks=0
//
// main takes a semaphore that nobody has initialised.

#include <semaphore.h>

static sem_t sem;

int main(void) {
  sem_wait(&sem);
  return 0;
}
