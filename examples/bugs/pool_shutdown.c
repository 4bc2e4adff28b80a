// expect: kind=deadlock
//
// A pool that does not shut down
//
// Shutting down sets a flag and signals once, but two workers may be waiting: one of them sleeps on, and the join never
// ends. Broadcast when all have to know.

#include <pthread.h>

#define WORKERS 2

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int jobs, is_stopping;

static void* work(void* none) {
  pthread_mutex_lock(&lock);
  for (;;) {
    while (jobs == 0 && !is_stopping) pthread_cond_wait(&changed, &lock);
    if (jobs == 0) break;
    --jobs;
  }
  pthread_mutex_unlock(&lock);
  return none;
}

static void submit(void) {
  pthread_mutex_lock(&lock);
  ++jobs;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

static void shut_down(void) {
  pthread_mutex_lock(&lock);
  is_stopping = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
}

int main(void) {
  pthread_t worker[WORKERS];
  for (int i = 0; i < WORKERS; ++i) pthread_create(&worker[i], NULL, work, NULL);
  submit();
  shut_down();
  for (int i = 0; i < WORKERS; ++i) pthread_join(worker[i], NULL);
  return 0;
}
