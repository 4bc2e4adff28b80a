// expect: verdict=safe traces=1 deadlocks=0
//
// The destructor of a thread's value has run when the thread is joined.

#include <assert.h>
#include <pthread.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void* value) { destroyed += *(int*)value; }

static void* work(void* value) {
  pthread_setspecific(key, value);
  return NULL;
}

int main(void) {
  static int value = 1;
  pthread_t thread;
  pthread_key_create(&key, destroy);
  pthread_create(&thread, NULL, work, &value);
  pthread_join(thread, NULL);
  assert(destroyed == 1);
  return 0;
}
