// expect: verdict=defect kind=use-after-free line=25 traces=2
// expect: says="reads 4 bytes at offset 4 of a freed block of 40 bytes, allocated by main in line 33, freed by drop.0 in line 17"
//
//
// Two critical sections in either order: `look` reads what `drop` has freed if it comes second.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* block;
static int seen;

static void* drop(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  free(block);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* look(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  seen = block[1];
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  seen = 0;
  block = calloc(10, sizeof *block);
  pthread_create(&a, NULL, drop, NULL);
  pthread_create(&b, NULL, look, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
