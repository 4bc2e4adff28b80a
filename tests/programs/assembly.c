// expect: verdict=incomplete traces=1 deadlocks=0
// args: --allow-asm
//
// Assembly code may do anything: here it adds one to a variable that both threads have.

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
