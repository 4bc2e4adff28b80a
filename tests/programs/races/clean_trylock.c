// expect: verdict=safe traces=3 deadlocks=0
//
// Only who has the lock touches the counter. The attempt comes before the other's section, after it, or fails in it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void* hold(void* unused) {
  pthread_mutex_lock(&lock);
  counter += 100;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* try_it(void* unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    counter += 1;
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
