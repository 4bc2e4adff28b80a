// expect: verdict=defect kind=lock-misuse line=14 traces=2 deadlocks=1
//
// Two critical sections on `guard` in either order; if the one that destroys comes first, the other locks a mutex that
// is no more. It fails holding `guard`, and main waits for it for ever.

#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t resource;

static void* use(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_mutex_lock(&resource);
  pthread_mutex_unlock(&resource);
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void* destroy(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_mutex_destroy(&resource);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_init(&resource, NULL);
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, destroy, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
