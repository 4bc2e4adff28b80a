// expect: verdict=incomplete traces=1 deadlocks=1
// args: --unroll=3
//
// The loop in the thread begins anew 3 times and is left there; main waits for it, which is reported as no deadlock.

#include <pthread.h>
#include <stddef.h>

static void* count(void* number) {
  for (int i = 0; i < 4; ++i)
    ++*(int*)number;
  return NULL;
}

int main(void) {
  pthread_t other;
  int number = 0;
  pthread_create(&other, NULL, count, &number);
  pthread_join(other, NULL);
  return number;
}
