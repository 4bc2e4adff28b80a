// expect: verdict=defect kind=lock-misuse line=24 traces=2 deadlocks=0
//
// Two critical sections on `guard` in either order. If `take` comes first, it holds the resource, for good, when the
// other destroys it; otherwise it is told in time.

#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t resource = PTHREAD_MUTEX_INITIALIZER;
static int is_gone = 0;

static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (!is_gone) pthread_mutex_lock(&resource);
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void* destroy(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  is_gone = 1;
  pthread_mutex_destroy(&resource);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, destroy, NULL);
  pthread_exit(NULL);
}
