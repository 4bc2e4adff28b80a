// expect: verdict=defect kind=use-after-return line=20 traces=1 deadlocks=0
//
// The errno of a thread is gone when the thread has ended.

#include <errno.h>
#include <pthread.h>
#include <stddef.h>

static void* work(void* unused) {
  (void)unused;
  errno = EIO;
  return &errno;
}

int main(void) {
  pthread_t thread;
  void* place = NULL;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, &place);
  return *(int*)place == EIO ? 0 : 1;
}
