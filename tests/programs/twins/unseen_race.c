// expect: verdict=incomplete
// args: --races=off
// A data race that nobody looks for.
#include <pthread.h>

static int last;
static void* work(void* number) {
  last = (int)(long)number;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void*)1);
  pthread_create(&b, 0, work, (void*)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
