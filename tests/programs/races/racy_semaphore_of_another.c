// expect: verdict=defect kind=data-race lines=12,28 variable=data
//
// The reader waits for one post, which may be that of the thread that writes nothing.

#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int data;

static void* write_data(void* unused) {
  data = 1;
  sem_post(&done);
  return unused;
}

static void* write_nothing(void* unused) {
  sem_post(&done);
  return unused;
}

int main(void) {
  pthread_t first, second;
  sem_init(&done, 0, 0);
  pthread_create(&first, NULL, write_data, NULL);
  pthread_create(&second, NULL, write_nothing, NULL);
  sem_wait(&done);
  const int seen = data;
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return seen < 0;
}
