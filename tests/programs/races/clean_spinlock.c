// expect: verdict=safe traces=2 deadlocks=0
//
// Two sections under a spin lock, in two orders.

#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* increment(void* unused) {
  pthread_spin_lock(&lock);
  ++counter;
  pthread_spin_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return counter != 2;
}
