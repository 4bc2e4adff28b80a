// expect: verdict=defect kind=leak line=15 traces=2 says="40 bytes allocated by set.0 in line 15 are lost"
// args: --leaks
//
// Two critical sections in either order, each with a block that takes the place of what is there. The one that comes
// first loses: in one trace it is that of set.0, in the other that of set.1. What `kept` points to at the end is there.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char* kept;

static void* set(void* size) {
  pthread_mutex_lock(&lock);
  kept = malloc(*(int*)size);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int forty = 40;
  pthread_create(&a, NULL, set, &forty);
  pthread_create(&b, NULL, set, &forty);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
