// expect: verdict=safe traces=1 deadlocks=0
//
// Clean-up handlers run when the thread exits in the middle, newest first, before destructors of keys; a handler that
// was popped without running does not.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_key_t key;
static int order[8], used;

static void note(void* number) { order[used++] = *(int*)number; }
static void unlock(void* mutex) { pthread_mutex_unlock(mutex); }

static void leave(void) {
  static int four = 4;
  pthread_cleanup_push(note, &four);
  pthread_exit(&four);
  pthread_cleanup_pop(0);
}

static void* work(void* none) {
  static int one = 1, two = 2, three = 3, five = 5;
  pthread_setspecific(key, &five);
  pthread_cleanup_push(note, &one);
  pthread_cleanup_push(note, &two);
  pthread_cleanup_pop(0);
  pthread_cleanup_push(note, &three);
  pthread_cleanup_pop(1);
  pthread_mutex_lock(&lock);
  pthread_cleanup_push(unlock, &lock);
  leave();
  pthread_cleanup_pop(0);
  pthread_cleanup_pop(0);
  return none;
}

int main(void) {
  pthread_t thread;
  void* value = NULL;
  pthread_key_create(&key, note);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &value);
  assert(*(int*)value == 4);
  assert(pthread_mutex_trylock(&lock) == 0);
  const int expected[] = {3, 4, 1, 5};
  assert(used == 4);
  for (int i = 0; i < used; ++i) assert(order[i] == expected[i]);
  return 0;
}
