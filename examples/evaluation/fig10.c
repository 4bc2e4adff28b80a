// N groups of four threads [Source-DPOR Fig. 2 and 10]. Only one way through a group makes s write x, and only a p
// that sees this write starts the next group.
//
// expect N=1: 5 traces, 0 deadlocks
// expect N=2: 9 traces, 0 deadlocks
// expect N=5: 21 traces, 0 deadlocks
// expect N=9: 37 traces, 0 deadlocks
//
// Why 4N+1: a group alone has four traces in which p reads x before any write of s, and a fifth in which p reads the
// write and starts the next group, which splits the fifth in the same way. This needs s to read y inside of the `if`:
// with the read before it there are more.

#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

struct group {
  atomic_int x, y, z;
  pthread_t q, r, s;
};

static struct group groups[N];

static void* run_q(void* argument) {
  struct group* const g = argument;
  atomic_store(&g->y, 1);
  return NULL;
}

static void* run_r(void* argument) {
  struct group* const g = argument;
  if (atomic_load(&g->y) == 0) atomic_store(&g->z, 1);
  return NULL;
}

static void* run_s(void* argument) {
  struct group* const g = argument;
  if (atomic_load(&g->z) == 1) {
    if (atomic_load(&g->y) == 0) atomic_store(&g->x, 1);
  }
  return NULL;
}

static void start(struct group* g) {
  pthread_create(&g->q, NULL, run_q, g);
  pthread_create(&g->r, NULL, run_r, g);
  pthread_create(&g->s, NULL, run_s, g);
}

static void finish(struct group* g) {
  pthread_join(g->q, NULL);
  pthread_join(g->r, NULL);
  pthread_join(g->s, NULL);
}

static void* run_p(void* argument) {
  struct group* const g = argument;
  if (atomic_load(&g->x) == 1 && g + 1 < groups + N) {
    start(g + 1);
    finish(g + 1);
  }
  return NULL;
}

int main(void) {
  pthread_t p[N];
  start(&groups[0]);
  for (int i = 0; i < N; ++i) pthread_create(&p[i], NULL, run_p, &groups[i]);
  finish(&groups[0]);
  for (int i = 0; i < N; ++i) pthread_join(p[i], NULL);
  return 0;
}
