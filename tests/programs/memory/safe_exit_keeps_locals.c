// expect: verdict=safe traces=1
//
// Main calls exit while a thread still uses its local and its thread-local variables: these stay until the process has ended.
// In whatever order the two are run, the accesses after the post are in no order with the end of main.

#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>

static __thread int own;
static sem_t has_begun;

struct Places {
  int* local;
  int* own;
};

static void* work(void* argument) {
  const struct Places* const places = argument;
  sem_post(&has_begun);
  ++*places->local;
  ++*places->own;
  return NULL;
}

static void begin(void) {
  int local = 0;
  struct Places places = {&local, &own};
  pthread_t thread;
  sem_init(&has_begun, 0, 0);
  pthread_create(&thread, NULL, work, &places);
  sem_wait(&has_begun);
  exit(0);
}

int main(void) {
  begin();
  return 0;
}
