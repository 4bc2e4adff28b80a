// expect: verdict=defect kind=use-after-free line=18 traces=2
// expect: says="uses a stream that was closed before"
//
// Both threads close the stream; the second one closes what is gone.

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static FILE* stream;
static char text[] = "text";

static void* ends(void* unused) {
  pthread_mutex_lock(&lock);
  if (stream != NULL) {
    // The pointer is not reset.
    FILE* const mine = stream;
    fclose(mine);
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "r");
  pthread_create(&first, NULL, ends, NULL);
  pthread_create(&second, NULL, ends, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
