// expect: verdict=defect kind=data-race lines=13,22 variable=counter
//
// A thread reads the counter once more when it has given the spin lock back. If the other one was first, there is no
// race.

#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* increment(void* unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return unused;
}

static void* increment_and_tell(void* unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return counter == 2 ? unused : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment_and_tell, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
