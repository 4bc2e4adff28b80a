// expect: verdict=safe traces=1 deadlocks=0
//
// Mutexes come to life where others were: after a destruction, in a block that was freed, after a plain write, and in the
// frame of a function that is called again and never destroys what it has.

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t mutex;

static void* use(void* which) {
  pthread_mutex_lock(which);
  pthread_mutex_unlock(which);
  return NULL;
}

static void use_by_thread(pthread_mutex_t* which) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, which);
  pthread_join(thread, NULL);
}

static void use_local(void) {
  pthread_mutex_t local;
  pthread_mutex_init(&local, NULL);
  use_by_thread(&local);
}

int main(void) {
  pthread_mutex_init(&mutex, NULL);
  use_by_thread(&mutex);
  pthread_mutex_destroy(&mutex);
  pthread_mutex_init(&mutex, NULL);
  use_by_thread(&mutex);
  mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  use_by_thread(&mutex);
  memset(&mutex, 0, sizeof mutex);
  pthread_mutex_init(&mutex, NULL);
  // So many that blocks are used again.
  for (int i = 0; i < 20; ++i) {
    pthread_mutex_t* const block = malloc(16384);
    pthread_mutex_init(block, NULL);
    use(block);
    free(block);
  }
  use_local();
  use_local();
  return 0;
}
