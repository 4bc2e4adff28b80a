// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of strerror_overwritten.c: the other thread has a buffer of its own, and texts of known errors are constant.

#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void* measure(void* text) { return (void*)(strlen(text) + strlen(strerror(123456))); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, measure, strerror(12345));
  strerror(1);
  pthread_join(thread, NULL);
}
