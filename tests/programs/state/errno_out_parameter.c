// expect: verdict=safe traces=1 deadlocks=0
//
// A thread tells its error by storing it into main's errno, which main looks at after the join.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* error) {
  *(int*)error = EIO;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* const mine = &errno;
  pthread_create(&thread, NULL, work, mine);
  pthread_join(thread, NULL);
  assert(*mine == EIO && errno == EIO);
}
