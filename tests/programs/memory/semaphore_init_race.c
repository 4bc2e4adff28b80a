// expect: verdict=defect kind=data-race line=11 traces=2
// expect: says="posts the semaphore semaphore, and main initialises the semaphore there in line 17; nothing orders the two"
//
// The thread that posts is created before the semaphore is initialised. If it comes first, it posts what is not there yet;
// if it comes second, the two race, for only the semaphore itself orders them.

#include <semaphore.h>
#include <pthread.h>
static sem_t semaphore;
static void* post(void* unused) {
  sem_post(&semaphore);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, post, NULL);
  sem_init(&semaphore, 0, 0);
  sem_wait(&semaphore);
  pthread_join(thread, NULL);
  return 0;
}
