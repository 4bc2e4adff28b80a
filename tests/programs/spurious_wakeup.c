// expect: verdict=defect kind=assertion line=17 traces=4 deadlocks=1
// args: --spurious-wakeups=1
//
// `if` around the wait: right as long as nobody wakes up by himself. The flag is first (1), the signal wakes (1), or the thread
// wakes up by itself and has the lock again after the flag is up (1), or before, when it fails with the lock held (1).

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
static int is_rung;

static void* wait_for_it(void* none) {
  pthread_mutex_lock(&lock);
  if (!is_rung) pthread_cond_wait(&bell, &lock);
  assert(is_rung);
  pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, wait_for_it, NULL);
  pthread_mutex_lock(&lock);
  is_rung = 1;
  pthread_cond_signal(&bell);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
