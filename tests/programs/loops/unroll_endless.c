// expect: verdict=incomplete traces=4 deadlocks=4
// args: --unroll=2
//
// A thread that never ends. It is left when it would begin anew for the third time, after three critical sections;
// that of main comes before, between or after them. Then main waits for a thread that was left, which is not reported.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* unused) {
  (void)unused;
  for (;;) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

int main(void) {
  pthread_t one;
  pthread_create(&one, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  pthread_join(one, NULL);
  return 0;
}
