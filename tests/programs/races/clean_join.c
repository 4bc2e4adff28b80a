// expect: verdict=safe traces=1 deadlocks=0
//
// Main writes before it creates the thread and reads after it has joined it; nothing else orders them.

#include <assert.h>
#include <pthread.h>

static int value;

static void* square(void* unused) {
  value *= value;
  return unused;
}

int main(void) {
  pthread_t thread;
  value = 5;
  pthread_create(&thread, NULL, square, NULL);
  pthread_join(thread, NULL);
  assert(value == 25);
  return 0;
}
