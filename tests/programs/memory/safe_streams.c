// expect: verdict=safe traces=2
//
// Streams that are closed once, one after the other and by the thread that is last.

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE* stream;
static char text[] = "text";

static void* ends(void* unused) {
  pthread_mutex_lock(&lock);
  if (stream != NULL) fclose(stream);
  stream = NULL;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  for (int i = 0; i < 100; ++i) {
    FILE* const mine = fmemopen(text, sizeof text, "r");
    if (fgetc(mine) != 't') return 1;
    fclose(mine);
  }
  stream = fmemopen(text, sizeof text, "r");
  pthread_create(&first, NULL, ends, NULL);
  pthread_create(&second, NULL, ends, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
