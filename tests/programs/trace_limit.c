// expect: verdict=incomplete traces=1 deadlocks=0
// args: --max-traces=1
//
// Two critical sections make two traces, of which only one is explored.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* touch(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, touch, NULL);
  pthread_create(&b, NULL, touch, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
