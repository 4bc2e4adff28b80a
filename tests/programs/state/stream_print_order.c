// expect: verdict=defect kind=assertion line=25 traces=2 deadlocks=0
//
// Which of two threads prints first to a stream is up to the schedule.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static char text[16];
static FILE* stream;

static void* print(void* word) {
  fprintf(stream, "%s", (const char*)word);
  return NULL;
}

int main(void) {
  pthread_t first, second;
  stream = fmemopen(text, sizeof text, "w");
  pthread_create(&first, NULL, print, "a");
  pthread_create(&second, NULL, print, "b");
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  fclose(stream);
  assert(text[0] == 'a');
  return 0;
}
