// expect: verdict=safe traces=1 deadlocks=0
//
// Thread-specific data: values are a thread's own, destructors run when it ends, by key, and again as long as they
// leave values behind, four times at most.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static pthread_key_t first, second, again;
static int log_of[16], used;

static void note_first(void* value) {
  log_of[used++] = 1;
  assert(*(int*)value == 7);
}

static void note_second(void* value) {
  log_of[used++] = 2;
  assert(value == &second);
  pthread_setspecific(first, value == &second ? &log_of[15] : NULL);
}

static void note_again(void* value) {
  log_of[used++] = 3;
  pthread_setspecific(again, value);
}

static void* work(void* none) {
  static int seven = 7;
  log_of[15] = 7;
  assert(pthread_getspecific(first) == NULL);
  pthread_setspecific(first, &seven);
  pthread_setspecific(second, &second);
  pthread_setspecific(again, none);
  return none;
}

int main(void) {
  pthread_t thread;
  pthread_key_create(&first, note_first);
  pthread_key_create(&second, note_second);
  pthread_key_create(&again, note_again);
  assert(first != second && second != again);
  pthread_setspecific(first, &thread);
  pthread_create(&thread, NULL, work, &used);
  pthread_join(thread, NULL);
  assert(pthread_getspecific(first) == &thread);
  const int expected[] = {1, 2, 3, 1, 3, 3, 3};
  assert(used == 7);
  for (int i = 0; i < used; ++i) assert(log_of[i] == expected[i]);
  assert(pthread_key_delete(first) == 0);
  assert(pthread_setspecific(first, NULL) == EINVAL);
  assert(pthread_getspecific(first) == NULL);
  return 0;
}
