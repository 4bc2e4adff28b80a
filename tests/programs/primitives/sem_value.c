// expect: verdict=safe traces=11 deadlocks=0
//
// Two posts and one that looks at the count and takes so much; the number is that of the twin.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void* post(void* none) {
  sem_post(&sem);
  return none;
}

static void* take(void* none) {
  int value = -1;
  sem_getvalue(&sem, &value);
  assert(value >= 1 && value <= 3);
  for (; value > 0; --value) sem_wait(&sem);
  return none;
}

int main(void) {
  pthread_t thread[3];
  sem_init(&sem, 0, 1);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, i < 2 ? post : take, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
