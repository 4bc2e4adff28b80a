// expect: verdict=defect kind=deadlock line=18 traces=2 deadlocks=1
//
// `enter` takes the lock and ends with it. If `leave` was there first, it has ended already; otherwise it waits for a
// lock that nobody will ever give back. Main has ended too, so it is the only thread that waits.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* enter(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  return NULL;
}

static void* leave(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, enter, NULL);
  pthread_create(&b, NULL, leave, NULL);
  pthread_exit(NULL);
}
