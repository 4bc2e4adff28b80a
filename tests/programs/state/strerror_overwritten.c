// expect: verdict=defect kind=use-after-free traces=1 deadlocks=1
//
// The text of an unknown error lies in a block of the thread, which the next one frees: a thread that still reads the
// first text there is not ordered with that.

#include <pthread.h>
#include <stddef.h>
#include <string.h>

static void* measure(void* text) { return (void*)strlen(text); }

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, measure, strerror(12345));
  strerror(123456);
  pthread_join(thread, NULL);
}
