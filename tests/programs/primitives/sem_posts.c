// expect: verdict=safe traces=16 deadlocks=0
//
// Three post, one takes three times. Posts commute; each take comes after enough of them: the posters that were there
// before the first, the second and the third take, of whom at least 1, 2 and 3: 16 ways.

#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void* post(void* none) {
  sem_post(&sem);
  return none;
}

static void* take(void* none) {
  for (int i = 0; i < 3; ++i) sem_wait(&sem);
  return none;
}

int main(void) {
  pthread_t thread[4];
  sem_init(&sem, 0, 0);
  for (int i = 0; i < 4; ++i) pthread_create(&thread[i], NULL, i < 3 ? post : take, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
  return 0;
}
