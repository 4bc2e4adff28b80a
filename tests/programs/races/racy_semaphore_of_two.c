// expect: verdict=defect kind=data-race lines=13,13 variable=counter
//
// A semaphore as a lock, but with room for two.

#include <pthread.h>
#include <semaphore.h>

static sem_t permits;
static int counter;

static void* increment(void* unused) {
  sem_wait(&permits);
  ++counter;
  sem_post(&permits);
  return unused;
}

int main(void) {
  pthread_t first, second;
  sem_init(&permits, 0, 2);
  pthread_create(&first, NULL, increment, NULL);
  pthread_create(&second, NULL, increment, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
