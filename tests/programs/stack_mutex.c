// expect: verdict=safe traces=2 deadlocks=0
//
// The mutex is a local variable of a function that main calls twice, so that the second one has the place of the first.
// Two threads meet at the first, in either order; one thread is alone with the second.

#include <assert.h>
#include <pthread.h>

struct shared {
  pthread_mutex_t lock;
  int count;
};

static void* count(void* argument) {
  struct shared* const shared = argument;
  pthread_mutex_lock(&shared->lock);
  ++shared->count;
  pthread_mutex_unlock(&shared->lock);
  return NULL;
}

static int count_with(int number) {
  struct shared shared = {.count = 0};
  pthread_t threads[2];
  pthread_mutex_init(&shared.lock, NULL);
  for (int i = 0; i < number; ++i) pthread_create(&threads[i], NULL, count, &shared);
  for (int i = 0; i < number; ++i) pthread_join(threads[i], NULL);
  pthread_mutex_destroy(&shared.lock);
  return shared.count;
}

int main(void) {
  assert(count_with(2) == 2);
  assert(count_with(1) == 1);
  return 0;
}
