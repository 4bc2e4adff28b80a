// expect: verdict=defect kind=use-after-free line=21 traces=1
// expect: says="bytes"
//
// The message for a number that nobody knows is in memory of the thread that asked, which has ended.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char* message;

static void* ask(void* unused) {
  message = strerror(9999);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
  printf("%s\n", message);
  return 0;
}
