// expect: verdict=safe traces=6 deadlocks=0
//
// Two threads with two critical sections each: 4! / (2! * 2!) orders. In all of them each thread finds its own copy of
// the variables, which begin as they were initialised.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int common = 0;
static _Thread_local int mine = 40;
static _Thread_local int* where = &common;

static void* count(void* step) {
  assert(mine == 40 && where == &common);
  where = &mine;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    *where += (int)(long)step;
    ++common;
    pthread_mutex_unlock(&lock);
  }
  assert(mine == 40 + 2 * (int)(long)step);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  mine = 1;
  pthread_create(&a, NULL, count, (void*)1);
  pthread_create(&b, NULL, count, (void*)10);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(mine == 1 && common == 4);
  return 0;
}
