// expect: verdict=safe traces=2 deadlocks=0
//
// The waiter is woken or comes late; either way the deadline that the other thread has set is not in its past by more
// than it slept, for its clock is not behind the signaller's.

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static int is_ready;
static time_t at;

static void* prepare(void* unused) {
  sleep(4);
  pthread_mutex_lock(&lock);
  is_ready = 1;
  at = time(NULL);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prepare, NULL);
  pthread_mutex_lock(&lock);
  while (!is_ready) pthread_cond_wait(&ready, &lock);
  assert(difftime(time(NULL), at) >= 0);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  return 0;
}
