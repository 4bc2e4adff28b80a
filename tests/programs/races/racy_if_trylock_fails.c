// expect: verdict=defect kind=data-race lines=12,19 variable=statistics
//
// Who does not get the lock counts that, without the lock. It races only with a thread that has the lock just then.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int statistics;

static void* hold(void* unused) {
  pthread_mutex_lock(&lock);
  statistics += 100;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* try_it(void* unused) {
  if (pthread_mutex_trylock(&lock) != 0) {
    statistics += 1;
  } else {
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, hold, NULL);
  pthread_create(&second, NULL, try_it, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
