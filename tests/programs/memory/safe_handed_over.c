// expect: verdict=safe traces=2
// args: --leaks --uninitialised
//
// Blocks that one thread allocates and another writes, reads and frees; two critical sections in either order. A local
// variable of main that a thread writes while main waits for it.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* given;

static void* replace(void* count) {
  int* const fresh = malloc(sizeof *fresh);
  pthread_mutex_lock(&lock);
  *fresh = *given + 1;
  free(given);
  given = fresh;
  ++*(int*)count;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  int count = 0;
  given = malloc(sizeof *given);
  *given = 0;
  pthread_create(&a, NULL, replace, &count);
  pthread_create(&b, NULL, replace, &count);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  const int ok = *given == 2 && count == 2;
  free(given);
  return !ok;
}
