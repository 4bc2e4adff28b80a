// expect: verdict=safe traces=6 deadlocks=0
//
// Who comes first does it, and has a critical section meanwhile; the third thread has two of its own, before, between
// or after which it comes: 2 x 3.

#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static int is_mine;

static void initialise(void) {
  is_mine = 1;
  touch();
}

static void* work(void* none) {
  pthread_once(&once, initialise);
  assert(is_mine == 1);
  return none;
}

static void* other(void* none) {
  touch();
  touch();
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, work, NULL);
  pthread_create(&thread[2], NULL, other, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
