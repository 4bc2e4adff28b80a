// expect: verdict=defect kind=lock-misuse line=26 traces=2 deadlocks=1
//
// main destroys the condition variable when the other does not need it any more, or while it waits there, because nobody has
// woken it.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell;
static int is_over;

static void* wait_for_it(void* none) {
  pthread_mutex_lock(&lock);
  while (!is_over) pthread_cond_wait(&bell, &lock);
  pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_cond_init(&bell, NULL);
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_mutex_lock(&lock);
  is_over = 1;
  pthread_mutex_unlock(&lock);
  pthread_cond_destroy(&bell);
  pthread_join(thread, NULL);
  return 0;
}
