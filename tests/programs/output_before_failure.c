// expect: verdict=defect kind=assertion line=26 traces=2 deadlocks=0 output="second\nfirst\n"
//
// Two critical sections in either order. What the failing run has written shows the order that fails.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const char* last = "";

static void* write(void* word) {
  pthread_mutex_lock(&lock);
  printf("%s\n", (const char*)word);
  last = word;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write, "first");
  pthread_create(&b, NULL, write, "second");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(last[0] == 's');
  return 0;
}
