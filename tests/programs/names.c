// expect: verdict=safe traces=1 deadlocks=0
//
// Names that a program gives to its threads.

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
