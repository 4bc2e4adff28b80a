// expect: verdict=safe traces=972 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=67
//
// A pool of threads that run jobs from one list. pool_drain waits until nothing is to be done, pool_free ends the
// threads.
//
// With -DBUG=1 a worker asks whether the pool ends in a critical section of its own, before the one in which it
// waits. If pool_free tells all workers between the two, nobody tells this one again: it waits for jobs for ever, and
// pool_free for it.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef JOBS
#define JOBS 1
#endif

typedef void job_function(void* argument);

struct job {
  job_function* run;
  void* argument;
  struct job* next;
};

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t work;  // there are jobs, or the pool ends
  pthread_cond_t idle;  // unfinished == 0
  struct job* first;
  struct job** end;  // where the next job is linked
  int unfinished;    // jobs in the list, and those that run
  bool ending;
  int threads;
  pthread_t thread[WORKERS];
};

#ifdef BUG
static bool is_ending(struct pool* pool) {
  pthread_mutex_lock(&pool->mutex);
  const bool ending = pool->ending;
  pthread_mutex_unlock(&pool->mutex);
  return ending;
}
#endif

/// REQUIRES: the mutex is held.
static struct job* unlink_job(struct pool* pool) {
  struct job* job = pool->first;
  if (job != NULL) {
    pool->first = job->next;
    if (pool->first == NULL) pool->end = &pool->first;
  }
  return job;
}

/// Waits for a job. NULL when the pool ends, and then all jobs are done.
static struct job* take_job(struct pool* pool) {
#ifdef BUG
  while (!is_ending(pool)) {
    pthread_mutex_lock(&pool->mutex);
    if (pool->first == NULL) pthread_cond_wait(&pool->work, &pool->mutex);
    struct job* job = unlink_job(pool);
    pthread_mutex_unlock(&pool->mutex);
    if (job != NULL) return job;
  }
  return NULL;
#else
  pthread_mutex_lock(&pool->mutex);
  while (pool->first == NULL && !pool->ending) pthread_cond_wait(&pool->work, &pool->mutex);
  struct job* job = unlink_job(pool);
  pthread_mutex_unlock(&pool->mutex);
  return job;
#endif
}

static void finish_job(struct pool* pool, struct job* job) {
  free(job);
  pthread_mutex_lock(&pool->mutex);
  if (--pool->unfinished == 0) pthread_cond_broadcast(&pool->idle);
  pthread_mutex_unlock(&pool->mutex);
}

static void* work(void* argument) {
  struct pool* pool = argument;
  for (struct job* job; (job = take_job(pool)) != NULL;) {
    job->run(job->argument);
    finish_job(pool, job);
  }
  return NULL;
}

/// Waits until all jobs are done that were submitted so far.
static void pool_drain(struct pool* pool) {
  pthread_mutex_lock(&pool->mutex);
  while (pool->unfinished > 0) pthread_cond_wait(&pool->idle, &pool->mutex);
  pthread_mutex_unlock(&pool->mutex);
}

static void pool_free(struct pool* pool) {
  pool_drain(pool);
  pthread_mutex_lock(&pool->mutex);
  pool->ending = true;
  pthread_cond_broadcast(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  for (int i = 0; i < pool->threads; ++i) pthread_join(pool->thread[i], NULL);
  pthread_cond_destroy(&pool->idle);
  pthread_cond_destroy(&pool->work);
  pthread_mutex_destroy(&pool->mutex);
  free(pool);
}

static struct pool* pool_new(void) {
  struct pool* pool = calloc(1, sizeof *pool);
  if (pool == NULL) return NULL;
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->work, NULL);
  pthread_cond_init(&pool->idle, NULL);
  pool->end = &pool->first;
  for (; pool->threads < WORKERS; ++pool->threads) {
    if (pthread_create(&pool->thread[pool->threads], NULL, work, pool) != 0) {
      pool_free(pool);  // ends those that are there
      return NULL;
    }
  }
  return pool;
}

/// False if there is no memory for it.
static bool pool_submit(struct pool* pool, job_function* run, void* argument) {
  struct job* job = malloc(sizeof *job);
  if (job == NULL) return false;
  *job = (struct job){.run = run, .argument = argument};
  pthread_mutex_lock(&pool->mutex);
  assert(!pool->ending);
  *pool->end = job;
  pool->end = &job->next;
  ++pool->unfinished;
  pthread_cond_signal(&pool->work);
  pthread_mutex_unlock(&pool->mutex);
  return true;
}

static void square(void* argument) {
  int* number = argument;
  *number *= *number;
}

int main(void) {
  struct pool* pool = pool_new();
  if (pool == NULL) return EXIT_FAILURE;
  int numbers[JOBS];
  for (int i = 0; i < JOBS; ++i) {
    numbers[i] = i + 1;
    if (!pool_submit(pool, square, &numbers[i])) return EXIT_FAILURE;
  }
  pool_drain(pool);
  for (int i = 0; i < JOBS; ++i) assert(numbers[i] == (i + 1) * (i + 1));
  pool_free(pool);
  return EXIT_SUCCESS;
}
