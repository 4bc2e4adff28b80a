// expect: verdict=safe traces=2 deadlocks=0
//
// A semaphore with one permit is a lock: two orders.

#include <pthread.h>
#include <semaphore.h>

static sem_t permit;
static int counter;

static void* increment(void* unused) {
  sem_wait(&permit);
  ++counter;
  sem_post(&permit);
  return unused;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permit, 0, 1);
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
