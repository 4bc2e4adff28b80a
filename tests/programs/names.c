// expect: verdict=safe traces=1 deadlocks=0
//
// Names that a program gives to its threads; and whether they could be cancelled, which is remembered.

#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>

static void* work(void* none) {
  char name[16] = "?";
  assert(pthread_getname_np(pthread_self(), name, sizeof name) == 0);
  assert(strcmp(name, "worker") == 0 || strcmp(name, "") == 0);
  pthread_setname_np(pthread_self(), "inside");
  int old = -1;
  assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) == 0 && old == PTHREAD_CANCEL_ENABLE);
  assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old) == 0 && old == PTHREAD_CANCEL_DISABLE);
  assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old) == 0 && old == PTHREAD_CANCEL_DEFERRED);
  pthread_testcancel();
  return none;
}

int main(void) {
  pthread_t thread;
  char name[16] = "?";
  assert(pthread_setname_np(pthread_self(), "far too long for a name") == ERANGE);
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  assert(pthread_getname_np(thread, name, sizeof name) == 0);
  assert(strcmp(name, "inside") == 0);
  return 0;
}
