// expect: verdict=safe traces=2 deadlocks=0
//
// A barrier that is destroyed and made again, for others, in the same memory, which was used for something else meanwhile: 1
// trace but for the lock, 2 orders.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_barrier_t barrier;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* locks) {
  pthread_barrier_wait(&barrier);
  if (locks != NULL) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
  }
  return NULL;
}

static void meet(int count, void* locks) {
  pthread_t thread[3];
  pthread_barrier_init(&barrier, NULL, (unsigned)count);
  for (int i = 0; i < count; ++i) pthread_create(&thread[i], NULL, work, locks);
  for (int i = 0; i < count; ++i) pthread_join(thread[i], NULL);
  assert(pthread_barrier_destroy(&barrier) == 0);
  memset(&barrier, 1, sizeof barrier);
}

int main(void) {
  meet(2, &lock);
  meet(2, NULL);
  meet(3, NULL);
  return 0;
}
