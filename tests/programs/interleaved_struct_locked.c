// expect: verdict=safe traces=2 deadlocks=0
// args: --memory=interleave
//
// As interleaved_struct.c, under a mutex.

#include <assert.h>
#include <pthread.h>

struct Pair {
  long first, second;
};
static struct Pair shared;
static const struct Pair ones = {1, 1};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* set(void* unused) {
  pthread_mutex_lock(&lock);
  shared = ones;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  pthread_mutex_lock(&lock);
  const struct Pair copy = shared;
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(copy.first == copy.second);
  return 0;
}
