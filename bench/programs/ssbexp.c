// SSBEXP(N), the program of [QPOR Fig. 1] with mutexes instead of races: N writers lock and unlock a mutex each, the
// counter sets i under mutex c, main reads i under c and then takes the mutex of that writer.
//
// expect N=3: 6 traces, 0 deadlocks
// expect N=5: 10 traces, 0 deadlocks
// expect N=12: 24 traces, 0 deadlocks
// expect N=20: 40 traces, 0 deadlocks
//
// Why 2N: main's critical section on c comes before, between or after the N-1 of the counter, which makes N values of
// i; then main is before or after that one writer. A search that looks one event ahead explores O(2^N) runs;
// 2-partial alternatives are optimal here.

#include <pthread.h>

#ifndef N
#define N 5
#endif

static pthread_mutex_t c;
static int i;  // under c
static pthread_mutex_t m[N];

static void* writer(void* argument) {
  const int n = (int)(long)argument;
  pthread_mutex_lock(&m[n]);
  pthread_mutex_unlock(&m[n]);
  return NULL;
}

static void* counter(void* unused) {
  (void)unused;
  for (int x = 1; x < N; ++x) {
    pthread_mutex_lock(&c);
    i = x;
    pthread_mutex_unlock(&c);
  }
  return NULL;
}

int main(void) {
  pthread_t writers[N], counts;
  pthread_mutex_init(&c, NULL);
  for (int n = 0; n < N; ++n) pthread_mutex_init(&m[n], NULL);
  for (long n = 0; n < N; ++n) pthread_create(&writers[n], NULL, writer, (void*)n);
  pthread_create(&counts, NULL, counter, NULL);

  pthread_mutex_lock(&c);
  const int picked = i;
  pthread_mutex_unlock(&c);
  pthread_mutex_lock(&m[picked]);
  pthread_mutex_unlock(&m[picked]);

  for (int n = 0; n < N; ++n) pthread_join(writers[n], NULL);
  pthread_join(counts, NULL);
  return 0;
}
