// expect: verdict=defect kind=data-race lines=12,27 variable=destroyed
//
// The destructor of a thread's value runs when the thread ends, which its result being there does not say.

#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t done;
static int destroyed;

static void destroy(void* value) { destroyed += *(int*)value; }

static void* work(void* value) {
  pthread_setspecific(key, value);
  sem_post(&done);
  return NULL;
}

int main(void) {
  static int value = 1;
  pthread_t thread;
  pthread_key_create(&key, destroy);
  sem_init(&done, 0, 0);
  pthread_create(&thread, NULL, work, &value);
  sem_wait(&done);
  const int early = destroyed;
  pthread_join(thread, NULL);
  return early < 0;
}
