// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_stdout_putc_unlocked.c, but they are two streams.

#include <pthread.h>
#include <stdio.h>

static void* put(void* unused) {
  putc_unlocked('a', stdout);
  return unused;
}

static void* put_other(void* unused) {
  putc_unlocked('b', stderr);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, put, NULL);
  pthread_create(&second, NULL, put_other, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
