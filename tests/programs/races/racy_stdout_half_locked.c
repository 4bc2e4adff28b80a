// expect: verdict=defect kind=data-race lines=9,14
//
// putchar_unlocked does not take the lock of the standard output that printf takes.

#include <pthread.h>
#include <stdio.h>

static void* put(void* unused) {
  putchar_unlocked('a');
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
