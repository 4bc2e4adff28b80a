// expect: verdict=incomplete traces=1 deadlocks=1
//
// Without a lock, memory is read and written in two steps: not one of the forms that qpor knows. Each thread stops there,
// and main waits for them.

#include <pthread.h>

int counter;

void* adds(void* arg) {
  __asm__ volatile("addl $1, %0" : "+m"(counter));
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
