// expect: verdict=safe traces=1
// What two threads write comes in any order, but each writes the same.
#include <pthread.h>
#include <stdio.h>

static void* print(void* number) {
  for (int i = 0; i < 3; ++i) printf("%ld: line %d\n", (long)number, i);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, print, (void*)1);
  pthread_create(&b, 0, print, (void*)2);
  print(0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
