// expect: verdict=defect kind=illegal-instruction line=21 traces=2 deadlocks=0
//
// Two critical sections in either order; the thread that finds itself second traps. Nobody joins it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int has_begun = 0;

static void* begin(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  has_begun = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* insist_on_being_first(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  if (has_begun) __builtin_trap();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, begin, NULL);
  pthread_create(&b, NULL, insist_on_being_first, NULL);
  pthread_exit(NULL);
}
