// expect: verdict=safe traces=1 deadlocks=0
//
// As environ_changed.c, but the thread has ended when main looks.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern char** environ;
static char* other[] = {"NAME=2", NULL};

static void* change(void* unused) {
  environ = other;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  pthread_join(thread, NULL);
  assert(*getenv("NAME") == '2');
}
