// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. Main holds the lock until it has written down the names of both threads, so
// each can compare its own with what pthread_create has said.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_t main_thread, threads[2];

static void* compare(void* argument) {
  const long i = (long)argument;
  pthread_mutex_lock(&lock);
  assert(pthread_equal(pthread_self(), threads[i]));
  assert(!pthread_equal(pthread_self(), threads[1 - i]));
  assert(!pthread_equal(pthread_self(), main_thread));
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  main_thread = pthread_self();
  pthread_mutex_lock(&lock);
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, compare, (void*)i);
  pthread_mutex_unlock(&lock);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  assert(pthread_equal(pthread_self(), main_thread));
  return 0;
}
