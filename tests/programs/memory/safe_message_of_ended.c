// expect: verdict=safe traces=1
//
// As message_of_ended.c, but the number has a message, which is a constant.

#include <pthread.h>
#include <stdio.h>
#include <string.h>

static const char* message;

static void* ask(void* unused) {
  message = strerror(2);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, ask, NULL);
  pthread_join(thread, NULL);
  printf("%s\n", message);
  return 0;
}
