// expect: verdict=safe traces=6 deadlocks=0
// stdin: 123
//
// The twin of getchar_order.c: in each of the six orders every character is read once.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int character[3];

static void* read_one(void* number) {
  character[(long)number] = getchar();
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, read_one, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(character[0] + character[1] + character[2] == '1' + '2' + '3');
  return 0;
}
