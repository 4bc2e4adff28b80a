// expect: verdict=defect kind=lock-misuse line=10 traces=1 deadlocks=0
//
// A spinlock that was never initialised.

#include <pthread.h>

static pthread_spinlock_t lock;

int main(void) {
  pthread_spin_lock(&lock);
  return 0;
}
