// expect: verdict=defect kind=invalid-free line=36 traces=2 deadlocks=0
//
// Two critical sections in either order; if `advance` comes first, main frees a pointer into the middle of the block.
// By then it has joined both threads.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char* begin;
static char* at;

static void* advance(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  at += 16;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* reset(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  begin = at;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  at = calloc(1, 64);
  pthread_create(&a, NULL, advance, NULL);
  pthread_create(&b, NULL, reset, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(begin);
  return 0;
}
