// expect: verdict=defect kind=lock-misuse line=24 traces=2 deadlocks=0
//
// Two critical sections on `guard` in either order. If `give` comes second, `take` holds the mutex `token` and it is
// not for `give` to unlock. It fails holding `guard`, which nobody wants any more.

#include <pthread.h>

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t token = PTHREAD_MUTEX_INITIALIZER;
static int is_taken = 0;

static void* take(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  pthread_mutex_lock(&token);
  is_taken = 1;
  pthread_mutex_unlock(&guard);
  return NULL;
}

static void* give(void* unused) {
  (void)unused;
  pthread_mutex_lock(&guard);
  if (is_taken) pthread_mutex_unlock(&token);
  pthread_mutex_unlock(&guard);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take, NULL);
  pthread_create(&b, NULL, give, NULL);
  pthread_exit(NULL);
}
