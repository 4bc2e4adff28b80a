// expect: verdict=safe traces=2 deadlocks=0
//
// errno is a variable of each thread (C11 7.5): two threads that live have it at two addresses, and what one stores
// there the other does not see, whichever comes first.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int turn;

static void* work(void* errno_of_main) {
  assert(errno == 0);
  assert(errno_of_main != (void*)&errno);
  errno = EIO;
  atomic_exchange(&turn, 1);
  assert(errno == EIO);
  return NULL;
}

int main(void) {
  pthread_t thread;
  errno = ERANGE;
  pthread_create(&thread, NULL, work, &errno);
  atomic_exchange(&turn, 2);
  assert(errno == ERANGE);
  pthread_join(thread, NULL);
  assert(errno == ERANGE);
}
