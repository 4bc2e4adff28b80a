// expect: verdict=incomplete line=11
// args: --allow-asm
// A lock-prefixed addition in inline assembly, with a label that hides it from qpor, hands out tickets in the order of arrival.
#include <assert.h>
#include <pthread.h>

static int ticket, mine[3];

static void* take(void* number) {
  int value = 1;
  __asm__ volatile("1: lock xaddl %0, %1" : "+r"(value), "+m"(ticket)::"memory");
  mine[(long)number] = value;
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, take, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(ticket == 3);
}
