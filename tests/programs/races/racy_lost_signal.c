// expect: verdict=defect kind=data-race lines=15,22 variable=ready
//
// The waiter looks at the flag before it has the lock. The signal may be lost then, which is a deadlock, but the race
// happens in the same execution, and before.

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static bool ready;

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  ready = true;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* wait_for_it(void* unused) {
  if (!ready) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, set, NULL);
  pthread_create(&second, NULL, wait_for_it, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
