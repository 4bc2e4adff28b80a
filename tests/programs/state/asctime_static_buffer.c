// expect: verdict=defect kind=assertion line=24 traces=1 deadlocks=0
//
// asctime returns the same buffer each time: the joined thread has overwritten it.

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void* write_another(void* unused) {
  struct tm time = {.tm_year = 101, .tm_mday = 1};
  asctime(&time);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct tm time = {.tm_year = 70, .tm_mday = 1};
  const char* text = asctime(&time);
  assert(strstr(text, "1970") != 0);
  pthread_create(&thread, 0, write_another, 0);
  pthread_join(thread, 0);
  // Not any more:
  assert(strstr(text, "1970") != 0);
  return 0;
}
