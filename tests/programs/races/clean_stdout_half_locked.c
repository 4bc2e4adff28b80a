// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_stdout_half_locked.c, but both take the lock.

#include <pthread.h>
#include <stdio.h>

static void* put(void* unused) {
  putchar('a');
  return unused;
}

static void* put_other(void* unused) {
  printf("x");
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
