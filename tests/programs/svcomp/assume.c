// expect: verdict=safe traces=1 deadlocks=0
//
// Of two orders only the one counts in which the assumption holds; the other is cut, though main would then wait for
// ever for the thread that is.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

void assume_abort_if_not(int condition) {
  if (!condition) abort();
}

static void* read_it(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  assume_abort_if_not(data == 1);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, NULL, read_it, NULL);
  pthread_mutex_lock(&lock);
  data = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(reader, NULL);
  return 0;
}
