// expect: verdict=defect kind=data-race lines=9,14
//
// putc_unlocked of the standard output is what putchar_unlocked is.

#include <pthread.h>
#include <stdio.h>

static void* put(void* unused) {
  putc_unlocked('a', stdout);
  return unused;
}

static void* put_other(void* unused) {
  putc_unlocked('b', stdout);
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
