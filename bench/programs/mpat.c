// MPAT(K) of [QPOR Table 1]: K writers with a mutex each, and K readers that take turns by one more mutex.
//
// expect K=2: 8 traces, 0 deadlocks
// expect K=3: 48 traces, 0 deadlocks
// expect K=4: 384 traces, 0 deadlocks
// expect K=5: 3840 traces, 0 deadlocks
// expect K=6: 46080 traces, 0 deadlocks
// expect K=7: 645120 traces, 0 deadlocks
//
// Why K! * 2^K: the readers hold the mutex `turn` in any order, and each reader takes a[i] before or after writer i.

#include <pthread.h>

#ifndef K
#define K 4
#endif

static pthread_mutex_t turn;
static pthread_mutex_t a[K];

static void* writer(void* argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  return NULL;
}

static void* reader(void* argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock(&turn);
  pthread_mutex_lock(&a[i]);
  pthread_mutex_unlock(&a[i]);
  pthread_mutex_unlock(&turn);
  return NULL;
}

int main(void) {
  pthread_mutex_init(&turn, NULL);
  for (int i = 0; i < K; ++i) pthread_mutex_init(&a[i], NULL);
  for (long i = 0; i < K; ++i) {
    pthread_t writes, reads;
    pthread_create(&writes, NULL, writer, (void*)i);
    pthread_create(&reads, NULL, reader, (void*)i);
  }
  pthread_exit(NULL);
}
