// expect: verdict=safe traces=98 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=60
//
// An event loop: callbacks run one after the other in the thread of the loop, and any thread may post one. A worker
// does what takes long and posts what came of it. Whoever likes may stop the loop; callbacks that were posted before
// are still run, with those that they post themselves.
//
// With -DBUG=1 the callbacks that are left after the stop are run with the mutex held, as if nobody could post any
// more. If the stop comes before the loop has seen a result of the worker, its callback posts another one and locks the
// mutex that its own thread has.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef RESULTS
#define RESULTS 2
#endif

struct loop;
typedef void callback_function(struct loop* loop, int argument);

struct callback {
  callback_function* run;
  int argument;
  struct callback* next;
};

struct loop {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct callback* first;
  struct callback** end;  // where the next one is linked
  bool stopping;
  bool ended;  // nothing is accepted any more
  int sum;     // of the application; only callbacks touch it
};

static void loop_init(struct loop* loop) {
  pthread_mutex_init(&loop->mutex, NULL);
  pthread_cond_init(&loop->changed, NULL);
  loop->first = NULL;
  loop->end = &loop->first;
  loop->stopping = loop->ended = false;
  loop->sum = 0;
}

static void loop_destroy(struct loop* loop) {
  assert(loop->first == NULL);
  pthread_cond_destroy(&loop->changed);
  pthread_mutex_destroy(&loop->mutex);
}

/// From any thread. False if the loop has ended, and the callback will not be run.
static bool loop_post(struct loop* loop, callback_function* run, int argument) {
  struct callback* callback = malloc(sizeof *callback);
  if (callback == NULL) abort();
  *callback = (struct callback){.run = run, .argument = argument};
  pthread_mutex_lock(&loop->mutex);
  const bool accepted = !loop->ended;
  if (accepted) {
    *loop->end = callback;
    loop->end = &callback->next;
    pthread_cond_signal(&loop->changed);
  }
  pthread_mutex_unlock(&loop->mutex);
  if (!accepted) free(callback);
  return accepted;
}

static void loop_stop(struct loop* loop) {
  pthread_mutex_lock(&loop->mutex);
  loop->stopping = true;
  pthread_cond_signal(&loop->changed);
  pthread_mutex_unlock(&loop->mutex);
}

/// REQUIRES: the mutex is held. All that are there.
static struct callback* unlink_all(struct loop* loop) {
  struct callback* first = loop->first;
  loop->first = NULL;
  loop->end = &loop->first;
  return first;
}

static void run_all(struct loop* loop, struct callback* callback) {
  while (callback != NULL) {
    callback->run(loop, callback->argument);
    struct callback* next = callback->next;
    free(callback);
    callback = next;
  }
}

/// Returns some time after loop_stop.
static void loop_run(struct loop* loop) {
  pthread_mutex_lock(&loop->mutex);
  for (;;) {
    while (loop->first == NULL && !loop->stopping) pthread_cond_wait(&loop->changed, &loop->mutex);
    if (loop->first == NULL) break;
    struct callback* callbacks = unlink_all(loop);
#ifdef BUG
    if (loop->stopping) {
      run_all(loop, callbacks);
      continue;
    }
#endif
    pthread_mutex_unlock(&loop->mutex);
    run_all(loop, callbacks);
    pthread_mutex_lock(&loop->mutex);
  }
  loop->ended = true;
  pthread_mutex_unlock(&loop->mutex);
}

static void add(struct loop* loop, int value) { loop->sum += value; }

/// Adds in a callback of its own, so that those that wait come first.
static void on_result(struct loop* loop, int value) {
  const bool accepted = loop_post(loop, add, value);
  assert(accepted);  // the loop is running: this is a callback
}

struct worker {
  pthread_t thread;
  struct loop* loop;
  int accepted;  // the sum of what the loop still took
};

static void* compute(void* argument) {
  struct worker* worker = argument;
  for (int i = 1; i <= RESULTS; ++i) {
    if (!loop_post(worker->loop, on_result, i)) break;
    worker->accepted += i;
  }
  return NULL;
}

static void* interrupt(void* loop) {
  loop_stop(loop);
  return NULL;
}

int main(void) {
  struct loop loop;
  loop_init(&loop);
  struct worker worker = {.loop = &loop};
  pthread_t user;
  pthread_create(&worker.thread, NULL, compute, &worker);
  pthread_create(&user, NULL, interrupt, &loop);
  loop_run(&loop);
  pthread_join(user, NULL);
  pthread_join(worker.thread, NULL);
  assert(loop.sum == worker.accepted);
  loop_destroy(&loop);
  return EXIT_SUCCESS;
}
