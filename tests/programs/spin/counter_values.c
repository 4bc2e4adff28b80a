// expect: verdict=safe traces=8 deadlocks=0
//
// A thread waits until a counter has come to 3. It sees 3 in the end, and on the way, each once, any of the values
// before: a subset of {0, 1, 2}.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int counter;

static void* count(void* unused) {
  (void)unused;
  for (int i = 0; i < 3; ++i) ++counter;
  return NULL;
}

int main(void) {
  pthread_t counting;
  pthread_create(&counting, NULL, count, NULL);
  while (counter != 3) {
  }
  pthread_join(counting, NULL);
  return 0;
}
