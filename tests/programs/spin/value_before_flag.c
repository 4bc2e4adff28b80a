// expect: verdict=safe traces=4 deadlocks=0
//
// Main looks at a number and at a flag that nobody sets. It sees 2 in the end, and before that 0 or not, and 1 or not: a
// round that finds another number than the last one is no repetition of it, though the flag is as it was. Where it
// finds the same number again it waits for the flag, and the execution is cut.

#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int number, flag;

static void* count(void* unused) {
  (void)unused;
  number = 1;
  number = 2;
  return NULL;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, count, NULL);
  while (number < 2 && !flag) {
  }
  pthread_join(other, NULL);
  return 0;
}
