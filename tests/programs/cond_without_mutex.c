// expect: verdict=defect kind=lock-misuse line=22 traces=2 deadlocks=1
//
// The second thread waits without the mutex if it comes after the first: 2 orders of their critical sections.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int is_first_gone;

static void* go(void* none) {
  pthread_mutex_lock(&lock);
  is_first_gone = 1;
  pthread_mutex_unlock(&lock);
  return none;
}

static void* wait_for_it(void* none) {
  pthread_mutex_lock(&lock);
  const int is_late = is_first_gone;
  pthread_mutex_unlock(&lock);
  if (is_late) pthread_cond_wait(&bell, &lock);
  return none;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, go, NULL);
  pthread_create(&b, NULL, wait_for_it, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
