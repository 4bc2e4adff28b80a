// expect: verdict=defect kind=data-race lines=9,9 variable=next
//
// A static local variable is as shared as a global one.

#include <pthread.h>

static int next_number(void) {
  static int next = 1;
  return next++;
}

static void* take_number(void* unused) { return next_number() > 0 ? unused : NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, take_number, NULL);
  pthread_create(&second, NULL, take_number, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
