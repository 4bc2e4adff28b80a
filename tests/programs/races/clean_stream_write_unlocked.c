// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_stream_write_unlocked.c, under a mutex: 2 orders.

#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE* stream;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* put(void* unused) {
  pthread_mutex_lock(&lock);
  putc_unlocked('a', stream);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "w");
  pthread_create(&first, NULL, put, NULL);
  pthread_create(&second, NULL, put, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  fclose(stream);
  return 0;
}
