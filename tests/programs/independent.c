// expect: verdict=safe traces=1 deadlocks=0
//
// The threads have a mutex each, so there is nothing to reorder. The accesses of `shared` are plain memory and no
// events.

#include <pthread.h>

static pthread_mutex_t locks[3];
static int shared[3];

static void* work(void* argument) {
  const long i = (long)argument;
  for (int round = 0; round < 2; ++round) {
    pthread_mutex_lock(&locks[i]);
    ++shared[i];
    pthread_mutex_unlock(&locks[i]);
  }
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_mutex_init(&locks[i], NULL);
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < 3; ++i) pthread_mutex_destroy(&locks[i]);
  return shared[0] + shared[1] + shared[2] == 6 ? 0 : 1;
}
