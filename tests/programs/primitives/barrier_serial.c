// expect: verdict=safe traces=9 deadlocks=0
//
// Two rounds of three; in each any one of the three is told to be the serial thread: 3 x 3.

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int chosen[2];

static void* work(void* none) {
  for (int round = 0; round < 2; ++round) {
    const int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    if (result != 0) ++chosen[round];
  }
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  assert(chosen[0] == 1 && chosen[1] == 1);
  assert(pthread_barrier_destroy(&barrier) == 0);
  return 0;
}
