// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of errno_after_end.c: the value is handed over.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

static void* work(void* unused) {
  (void)unused;
  errno = EIO;
  return (void*)(intptr_t)errno;
}

int main(void) {
  pthread_t thread;
  void* error = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &error);
  assert((intptr_t)error == EIO && errno == 0);
}
