// expect: verdict=defect kind=lock-misuse line=14 traces=2 deadlocks=1
//
// Two critical sections in either order: if the one that uses the mutex comes first, the other initialises a mutex that is
// in use. It fails holding `guard`; nobody waits for that but main, at its join.

#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t late;

static void* initialise(void* unused) {
  pthread_mutex_lock(&guard);
  // `late` is all zero, which is as good as initialised.
  pthread_mutex_init(&late, NULL);
  pthread_mutex_unlock(&guard);
  return unused;
}

static void* use(void* unused) {
  pthread_mutex_lock(&guard);
  pthread_mutex_lock(&late);
  pthread_mutex_unlock(&late);
  pthread_mutex_unlock(&guard);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, initialise, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
