// expect: verdict=safe traces=1 deadlocks=0
//
// Each thread writes its element, waits at the barrier, and reads that of the other. Arrivals commute.

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int parts[2];

static void* work(void* argument) {
  const int i = (int)(long)argument;
  parts[i] = i + 1;
  pthread_barrier_wait(&barrier);
  assert(parts[1 - i] == 2 - i);
  return NULL;
}

int main(void) {
  pthread_t threads[2];
  pthread_barrier_init(&barrier, NULL, 2);
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, work, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
