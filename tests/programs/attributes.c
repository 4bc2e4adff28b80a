// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order, of a thread that is created detached, with the stack size that is the default
// of attributes, and of one that can be joined and has a smaller stack.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int count = 0;

static void* work(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t joined, detached;
  pthread_attr_t attributes;
  pthread_mutexattr_t mutex_attributes;
  int value = -1;

  assert(pthread_mutexattr_init(&mutex_attributes) == 0);
  assert(pthread_mutexattr_settype(&mutex_attributes, PTHREAD_MUTEX_NORMAL) == 0);
  assert(pthread_mutexattr_gettype(&mutex_attributes, &value) == 0 && value == PTHREAD_MUTEX_NORMAL);
  assert(pthread_mutex_init(&lock, &mutex_attributes) == 0);
  assert(pthread_mutexattr_destroy(&mutex_attributes) == 0);

  assert(pthread_attr_init(&attributes) == 0);
  assert(pthread_attr_getdetachstate(&attributes, &value) == 0 && value == PTHREAD_CREATE_JOINABLE);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED) == 0);
  assert(pthread_create(&detached, &attributes, work, NULL) == 0);
  assert(pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_JOINABLE) == 0);
  assert(pthread_attr_setstacksize(&attributes, 1 << 18) == 0);
  assert(pthread_create(&joined, &attributes, work, NULL) == 0);
  assert(pthread_attr_destroy(&attributes) == 0);
  assert(pthread_join(joined, NULL) == 0);
  return 0;
}
