// expect: verdict=safe traces=1 deadlocks=0
//
// Each thread has opened the file for itself: nothing is shared.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static int first[2];

static void* read_it(void* number) {
  FILE* file = fopen(__FILE__, "r");
  assert(file != 0);
  first[(long)number] = fgetc(file);
  first[(long)number] += fgetc(file);
  fclose(file);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, read_it, (void*)0);
  pthread_create(&b, 0, read_it, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(first[0] == 2 * '/' && first[1] == 2 * '/');
  return 0;
}
