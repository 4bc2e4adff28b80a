// expect: verdict=defect kind=data-race,use-after-free lines=10,20
//
// Two posts, and main waits for one of them only before it frees the semaphore.

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
  free(semaphore);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
