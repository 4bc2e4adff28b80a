// expect: verdict=defect kind=deadlock line=12 traces=3 deadlocks=1
//
// One thread goes first with both locks, or the other, or each has one and waits for the other's: three traces.

#include <pthread.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};

static void* take_both(void* first) {
  const long i = (long)first;
  pthread_mutex_lock(&locks[i]);
  pthread_mutex_lock(&locks[1 - i]);
  pthread_mutex_unlock(&locks[1 - i]);
  pthread_mutex_unlock(&locks[i]);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take_both, (void*)0);
  pthread_create(&b, NULL, take_both, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
