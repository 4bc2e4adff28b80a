// POL(N,K) of [QPOR Table 1], the pool of pokers: N workers raise a flag each; K times a chooser points at workers one
// after the other while a poker takes down the flag of the one it sees.
//
// expect N=4 K=2: 60 traces, 0 deadlocks
// expect N=7 K=3: 2440 traces, 0 deadlocks
// expect N=8 K=3: 3700 traces, 0 deadlocks
// expect N=9 K=3: 5332 traces, 0 deadlocks
// expect N=10 K=3: 7384 traces, 0 deadlocks
// expect N=11 K=3: 9904 traces, 0 deadlocks
// expect N=12 K=3: 12940 traces, 0 deadlocks
//
// Why: every poker sees one of the values that its chooser sets (or the one left from before) and is then before or
// after that worker, unless a poker before it has decided this already. The figures for K = 3 are those of the paper;
// the one for K = 2 is what the model pol.model has.

#include <assert.h>
#include <pthread.h>

#ifndef N
#define N 7  // workers
#endif
#ifndef K
#define K 3  // rounds of a chooser and a poker
#endif

static pthread_mutex_t choice_lock;
static int chosen;  // under choice_lock; kept from round to round

static struct {
  pthread_mutex_t lock;
  int flag;  // under lock
} pool[N];

static int poked;  // pokers and main use it one after the other, as main joins every poker

static void* worker(void* argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock(&pool[i].lock);
  pool[i].flag = 1;
  pthread_mutex_unlock(&pool[i].lock);
  return NULL;
}

static void* chooser(void* unused) {
  (void)unused;
  for (int x = 1; x < N; ++x) {
    pthread_mutex_lock(&choice_lock);
    chosen = x;
    pthread_mutex_unlock(&choice_lock);
  }
  return NULL;
}

static void* poker(void* unused) {
  (void)unused;
  pthread_mutex_lock(&choice_lock);
  const int i = chosen;
  pthread_mutex_unlock(&choice_lock);

  pthread_mutex_lock(&pool[i].lock);
  if (pool[i].flag == 1) {
    ++poked;
    pool[i].flag = 0;
  }
  pthread_mutex_unlock(&pool[i].lock);
  return NULL;
}

int main(void) {
  pthread_t workers[N];
  pthread_mutex_init(&choice_lock, NULL);
  for (int i = 0; i < N; ++i) pthread_mutex_init(&pool[i].lock, NULL);
  for (long i = 0; i < N; ++i) pthread_create(&workers[i], NULL, worker, (void*)i);

  for (int round = 0; round < K; ++round) {
    pthread_t chooses, pokes;
    pthread_create(&chooses, NULL, chooser, NULL);
    pthread_create(&pokes, NULL, poker, NULL);
    pthread_join(chooses, NULL);
    pthread_join(pokes, NULL);
  }
  assert(0 <= poked && poked <= N);

  // Every worker raises its flag once, so each flag was either taken down by a poker or is still up.
  for (int i = 0; i < N; ++i) pthread_join(workers[i], NULL);
  for (int i = 0; i < N; ++i) poked += pool[i].flag;
  assert(poked == N);
  return 0;
}
