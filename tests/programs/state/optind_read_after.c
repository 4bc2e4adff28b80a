// expect: verdict=safe traces=1 deadlocks=0
//
// As optind_read.c, but the thread has ended when main looks.

#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void* parse(void* unused) {
  char name[] = "program", option[] = "-a";
  char* words[] = {name, option, NULL};
  getopt(2, words, "a");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, parse, NULL);
  pthread_join(thread, NULL);
  assert(optind == 2);
}
