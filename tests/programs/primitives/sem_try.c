// expect: verdict=safe traces=88 deadlocks=0
//
// Two posts, two that try, without and then with a time limit; the number is that of the twin.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t sem;

static void* post(void* none) {
  sem_post(&sem);
  return none;
}

static void* take(void* none) {
  const struct timespec deadline = {2000000000, 0};
  if (sem_trywait(&sem) != 0) {
    assert(errno == EAGAIN);
    assert(sem_timedwait(&sem, &deadline) == 0 || errno == ETIMEDOUT);
  }
  return none;
}

int main(void) {
  pthread_t thread[4];
  sem_init(&sem, 0, 0);
  for (int i = 0; i < 4; ++i) pthread_create(&thread[i], NULL, i < 2 ? post : take, NULL);
  for (int i = 0; i < 4; ++i) pthread_join(thread[i], NULL);
  return 0;
}
