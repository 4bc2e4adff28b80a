// expect: verdict=safe traces=1 deadlocks=0
//
// Each thread has a thread pointer of its own, and keeps it.

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
  assert(other != own(NULL) && own(NULL) == own(NULL));
  return 0;
}
