// expect: verdict=defect kind=assertion line=31 traces=2 deadlocks=0
//
// The twin of clock_condition.c: the time is read before the other thread is waited for.

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t ready = PTHREAD_COND_INITIALIZER;
static time_t at;

static void* prepare(void* unused) {
  sleep(4);
  pthread_mutex_lock(&lock);
  at = time(NULL);
  pthread_cond_signal(&ready);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prepare, NULL);
  pthread_mutex_lock(&lock);
  const time_t now = time(NULL);
  while (at == 0) pthread_cond_wait(&ready, &lock);
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(now >= at);
  return 0;
}
