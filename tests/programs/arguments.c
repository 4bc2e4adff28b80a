// expect: verdict=safe traces=3 deadlocks=0
// program-args: 2 two --k=7
//
// The first argument says how many critical sections the thread has, main has one: 3! / 2! orders. The last looks like
// an option of qpor but belongs to the program.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* work(void* text) {
  for (int i = atoi(text); i > 0; --i) touch();
  return NULL;
}

int main(int argc, char** argv) {
  pthread_t thread;
  assert(argc == 4 && argv[4] == NULL);
  assert(strcmp(argv[2], "two") == 0 && strcmp(argv[3], "--k=7") == 0);
  pthread_create(&thread, NULL, work, argv[1]);
  touch();
  pthread_join(thread, NULL);
  return 0;
}
