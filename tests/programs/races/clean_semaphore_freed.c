// expect: verdict=safe traces=3 deadlocks=0
//
// Two posts, and main waits for both of them before it destroys and frees the semaphore. The first wait comes before, between
// or after the posts in traces: behind either of them or both.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static void* post(void* semaphore) {
  sem_post(semaphore);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  sem_t* const semaphore = malloc(sizeof *semaphore);
  sem_init(semaphore, 0, 0);
  pthread_create(&first, NULL, post, semaphore), pthread_create(&second, NULL, post, semaphore);
  sem_wait(semaphore);
  sem_wait(semaphore);
  sem_destroy(semaphore);
  free(semaphore);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
