// expect: verdict=defect kind=exit line=25 traces=2 deadlocks=0
// args: --check-exit
//
// Two critical sections in either order; main exits with 3 if the second thread came last. Both have ended then.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long last = 0;

static void* sign(void* name) {
  pthread_mutex_lock(&lock);
  last = (long)name;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sign, (void*)1);
  pthread_create(&b, NULL, sign, (void*)2);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  if (last == 2) exit(3);
  return 0;
}
