// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order; one of the threads then ends the process. What the other still does commutes
// with that, so the traces are those of the two sections.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* touch_only(void* unused) {
  touch();
  return unused;
}

static void* touch_and_exit(void* unused) {
  (void)unused;
  touch();
  exit(0);
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, touch_only, NULL);
  pthread_create(&b, NULL, touch_and_exit, NULL);
  pthread_exit(NULL);
}
