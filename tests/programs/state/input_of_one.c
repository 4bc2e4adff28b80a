// expect: verdict=safe traces=1 deadlocks=0
// stdin: 7 8
//
// One thread reads, so that its reads are no operations; the other has something else to do.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int sum, other;

static void* add(void* unused) {
  int number = 0;
  while (scanf("%d", &number) == 1) sum += number;
  return unused;
}
static void* count(void* unused) {
  ++other;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, count, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(sum == 15);
  return 0;
}
