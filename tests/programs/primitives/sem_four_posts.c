// expect: verdict=safe traces=15 deadlocks=0
//
// Four posts and a take, which comes after one of 2^4 - 1 sets of them.

#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void* post(void* none) {
  sem_post(&sem);
  return none;
}

static void* take(void* none) {
  sem_wait(&sem);
  return none;
}

int main(void) {
  pthread_t thread[5];
  sem_init(&sem, 0, 0);
  for (int i = 0; i < 5; ++i) pthread_create(&thread[i], NULL, i < 4 ? post : take, NULL);
  for (int i = 0; i < 5; ++i) pthread_join(thread[i], NULL);
  return 0;
}
