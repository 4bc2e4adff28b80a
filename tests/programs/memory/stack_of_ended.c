// expect: verdict=defect kind=use-after-return line=21 traces=1
// expect: says="reads 4 bytes of the stack of work.0, which has ended"
//
//
// The thread gives back the address of a local variable.

#include <pthread.h>
#include <stddef.h>

static void* work(void* out) {
  int result = 7;
  *(int**)out = &result;
  return NULL;
}

int main(void) {
  pthread_t thread;
  int* result = NULL;
  pthread_create(&thread, NULL, work, &result);
  pthread_join(thread, NULL);
  return *result - 7;
}
