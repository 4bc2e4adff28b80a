// expect: verdict=defect kind=double-free line=23 traces=2 deadlocks=1
//
// Two critical sections in either order. `drop` forgets to clear the pointer, so `replace` frees it a second time if it
// comes second, with the lock held; main waits for it. The other way round each block is freed once.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* block;

static void* drop(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(block);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* replace(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(block);
  block = malloc(sizeof *block);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  block = malloc(sizeof *block);
  pthread_create(&a, NULL, drop, NULL);
  pthread_create(&b, NULL, replace, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
