// expect: kind=lock-misuse
//
// Destroyed while it is held
//
// main looks whether the job is done, and then destroys the job's lock; but the thread sets the flag before it gives the
// lock back. Join the thread first.

#include <pthread.h>
#include <stdlib.h>

struct job {
  pthread_mutex_t lock;
  int result;
};

static pthread_mutex_t done_lock = PTHREAD_MUTEX_INITIALIZER;
static int is_done;

static void* run(void* argument) {
  struct job* job = argument;
  pthread_mutex_lock(&job->lock);
  job->result = 42;
  pthread_mutex_lock(&done_lock);
  is_done = 1;
  pthread_mutex_unlock(&done_lock);
  pthread_mutex_unlock(&job->lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  struct job* job = malloc(sizeof *job);
  pthread_mutex_init(&job->lock, NULL);
  pthread_create(&thread, NULL, run, job);
  pthread_mutex_lock(&done_lock);
  const int can_clean_up = is_done;
  pthread_mutex_unlock(&done_lock);
  if (can_clean_up) {
    pthread_mutex_destroy(&job->lock);
    free(job);
  }
  pthread_join(thread, NULL);
  return 0;
}
