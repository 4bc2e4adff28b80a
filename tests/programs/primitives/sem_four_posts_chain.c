// expect: verdict=safe traces=96 deadlocks=0
// args: --encoding=chain
//
// As sem_four_posts.c, when the posts are ordered: of 5! orders those where the take is not first.

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
