// expect: verdict=defect kind=assertion line=18 traces=1 deadlocks=0
//
// As thread_pointer.c, but another thread is taken to have the same.

#include <assert.h>
#include <pthread.h>

static void* own(void* unused) {
  (void)unused;
  return __builtin_thread_pointer();
}

int main(void) {
  pthread_t thread;
  void* other;
  pthread_create(&thread, NULL, own, NULL);
  pthread_join(thread, &other);
  assert(other == own(NULL));
  return 0;
}
