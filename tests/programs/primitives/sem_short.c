// expect: verdict=defect traces=18 deadlocks=18
//
// Two post, three take: one waits for ever.

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
  for (int i = 0; i < 5; ++i) pthread_create(&thread[i], NULL, i < 2 ? post : take, NULL);
  for (int i = 0; i < 5; ++i) pthread_join(thread[i], NULL);
  return 0;
}
