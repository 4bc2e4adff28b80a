// expect: verdict=safe traces=216 deadlocks=0
// args: --encoding=chain
//
// As barrier.c, when arrivals are ordered: 3! each time.

#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void* work(void* none) {
  pthread_barrier_wait(&barrier);
  pthread_mutex_lock(&lock);
  ++sum;
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&barrier);
  assert(sum == 3);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_barrier_init(&barrier, NULL, 3);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
