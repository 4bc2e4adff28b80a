// expect: verdict=safe traces=2 deadlocks=0
//
// The flag is seen at once, or not: then the thread waits for it, and reads it once more.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void* set(void* unused) {
  (void)unused;
  data = 1;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
  while (!flag) {
  }
  assert(data == 1);
  pthread_join(setter, NULL);
  return 0;
}
