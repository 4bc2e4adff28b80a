// expect: verdict=safe traces=2 deadlocks=0
//
// Main ends by pthread_exit, perhaps before the others have done anything; they go on, in either order.

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
  assert(shared->count <= 2);
  pthread_mutex_unlock(&shared->lock);
  return NULL;
}

int main(void) {
  static struct shared shared = {PTHREAD_MUTEX_INITIALIZER, 0};
  pthread_t a, b;
  pthread_create(&a, NULL, count, &shared);
  pthread_create(&b, NULL, count, &shared);
  pthread_exit(NULL);
}
