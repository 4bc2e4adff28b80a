// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// getenv reads `environ`, which the thread sets.

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
  getenv("NAME");
  pthread_join(thread, NULL);
}
