// expect: verdict=safe traces=2 deadlocks=0
//
// Both threads take the locks in the same order. Who gets the outer one first gets the inner one first.

#include <pthread.h>

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static int both = 0;

static void* take_both(void* unused) {
  (void)unused;
  pthread_mutex_lock(&outer);
  pthread_mutex_lock(&inner);
  ++both;
  pthread_mutex_unlock(&inner);
  pthread_mutex_unlock(&outer);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, take_both, NULL);
  pthread_create(&b, NULL, take_both, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return both == 2 ? 0 : 1;
}
