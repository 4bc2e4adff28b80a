// MPC(P,W) of [QPOR Table 1]: P producers draw two numbers each from a common source; the second one decides the worker
// that the producer hands its work to.
//
// expect P=2 W=3: 66 traces, 0 deadlocks
// expect P=2 W=5: 60 traces, 0 deadlocks
// expect P=3 W=5: 2958 traces, 0 deadlocks
// expect P=4 W=5: 314064 traces, 0 deadlocks
//
// Why: the number that a producer keeps is a function of the order of all draws so far, of which there are
// (2P)! / 2^P. A producer comes before, between or after the two critical sections of its worker, and in some order
// with other producers that chose the same one. For P = 2 and W = 5: in 4 of the 6 orders the producers choose
// different workers (3 * 3 traces each), in 2 the same one (4! / 2 = 12 traces each). The figures for W = 5 are those
// of the paper.

#include <pthread.h>

#ifndef P
#define P 2  // producers
#endif
#ifndef W
#define W 5  // workers
#endif

static pthread_mutex_t source;
static unsigned b;  // what was drawn so far, read as the digits of a number; under source

static struct {
  pthread_mutex_t lock;
  int requests;  // under lock
} workers[W];

static void* worker(void* argument) {
  const int w = (int)(long)argument;
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&workers[w].lock);
    if (workers[w].requests > 0) --workers[w].requests;
    pthread_mutex_unlock(&workers[w].lock);
  }
  return NULL;
}

static void* producer(void* argument) {
  const unsigned p = (unsigned)(long)argument;
  unsigned kept = 0;
  for (int n = 0; n < 2; ++n) {
    pthread_mutex_lock(&source);
    b = b * P + p;
    kept = b;
    pthread_mutex_unlock(&source);
  }
  const unsigned w = kept % W;
  pthread_mutex_lock(&workers[w].lock);
  ++workers[w].requests;
  pthread_mutex_unlock(&workers[w].lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_mutex_init(&source, NULL);
  for (int w = 0; w < W; ++w) pthread_mutex_init(&workers[w].lock, NULL);
  for (long w = 0; w < W; ++w) pthread_create(&thread, NULL, worker, (void*)w);
  for (long p = 0; p < P; ++p) pthread_create(&thread, NULL, producer, (void*)p);
  pthread_exit(NULL);
}
