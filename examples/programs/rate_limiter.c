// expect: verdict=safe traces=123 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=142
//
// A rate limiter: requests take tokens, and someone adds tokens at the allowed rate. Who finds too few waits in line,
// for some time. New tokens are handed to the first in line rather than put where anyone may take them, so that a large
// request is not overtaken by small ones for ever.
//
// With -DBUG=1 a request whose time is over leaves without a look whether its tokens were handed to it at the last
// moment, after the timeout and before it had the mutex again. These tokens are lost.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#ifndef REQUESTS
#define REQUESTS 2
#endif
#ifndef REFILLS
#define REFILLS 2
#endif

struct waiter {
  pthread_cond_t granted_now;
  bool granted;
  int tokens;
  struct waiter* next;
};

struct limiter {
  pthread_mutex_t mutex;
  int tokens;
  int most_tokens;       // what a pause can save up
  struct waiter* first;  // in the order in which they came
};

static void limiter_init(struct limiter* limiter, int most_tokens) {
  pthread_mutex_init(&limiter->mutex, NULL);
  limiter->tokens = 0;
  limiter->most_tokens = most_tokens;
  limiter->first = NULL;
}

static void limiter_destroy(struct limiter* limiter) {
  assert(limiter->first == NULL);
  pthread_mutex_destroy(&limiter->mutex);
}

/// REQUIRES: the mutex is held.
static void grant_in_order(struct limiter* limiter) {
  while (limiter->first != NULL && limiter->first->tokens <= limiter->tokens) {
    struct waiter* waiter = limiter->first;
    limiter->first = waiter->next;
    limiter->tokens -= waiter->tokens;
    waiter->granted = true;
    pthread_cond_signal(&waiter->granted_now);
  }
}

static void limiter_refill(struct limiter* limiter, int tokens) {
  pthread_mutex_lock(&limiter->mutex);
  limiter->tokens += tokens;
  grant_in_order(limiter);
  if (limiter->tokens > limiter->most_tokens) limiter->tokens = limiter->most_tokens;
  pthread_mutex_unlock(&limiter->mutex);
}

static void append(struct limiter* limiter, struct waiter* waiter) {
  struct waiter** link = &limiter->first;
  while (*link != NULL) link = &(*link)->next;
  *link = waiter;
}

static void leave(struct limiter* limiter, const struct waiter* waiter) {
  struct waiter** link = &limiter->first;
  while (*link != NULL && *link != waiter) link = &(*link)->next;
  if (*link != NULL) *link = waiter->next;
}

static struct timespec milliseconds_from_now(long milliseconds) {
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  time.tv_nsec += milliseconds % 1000 * 1000000L;
  time.tv_sec += milliseconds / 1000 + time.tv_nsec / 1000000000L;
  time.tv_nsec %= 1000000000L;
  return time;
}

/// Takes tokens, and waits for them if need be. False if the time was over first; then none are taken.
static bool limiter_acquire(struct limiter* limiter, int tokens, long milliseconds) {
  const struct timespec deadline = milliseconds_from_now(milliseconds);
  struct waiter self = {.granted_now = PTHREAD_COND_INITIALIZER, .granted = false, .tokens = tokens, .next = NULL};
  pthread_mutex_lock(&limiter->mutex);
  append(limiter, &self);
  grant_in_order(limiter);  // nobody is before us, perhaps, and there is enough
  int error = 0;
  while (!self.granted && error == 0) error = pthread_cond_timedwait(&self.granted_now, &limiter->mutex, &deadline);
#ifdef BUG
  const bool granted = error != ETIMEDOUT;
#else
  const bool granted = self.granted;
#endif
  if (!granted) {
    leave(limiter, &self);
    grant_in_order(limiter);  // the next in line may ask for less
  }
  pthread_mutex_unlock(&limiter->mutex);
  pthread_cond_destroy(&self.granted_now);
  return granted;
}

struct request {
  pthread_t thread;
  struct limiter* limiter;
  int tokens;
  bool served;
};

static void* serve(void* argument) {
  struct request* request = argument;
  request->served = limiter_acquire(request->limiter, request->tokens, 50);
  return NULL;
}

int main(void) {
  struct limiter limiter;
  limiter_init(&limiter, REFILLS);
  struct request requests[REQUESTS];
  for (int i = 0; i < REQUESTS; ++i) {
    requests[i] = (struct request){.limiter = &limiter, .tokens = i + 1};
    pthread_create(&requests[i].thread, NULL, serve, &requests[i]);
  }
  for (int i = 0; i < REFILLS; ++i) limiter_refill(&limiter, 1);

  int used = 0;
  for (int i = 0; i < REQUESTS; ++i) {
    pthread_join(requests[i].thread, NULL);
    if (requests[i].served) used += requests[i].tokens;
  }
  assert(used + limiter.tokens == REFILLS);  // no token is lost, and none is given twice
  limiter_destroy(&limiter);
  return EXIT_SUCCESS;
}
