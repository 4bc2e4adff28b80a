// expect: verdict=incomplete line=20 thread=main
// asctime has one buffer for all threads: the other thread overwrites what main has kept.
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void* other(void* unused) {
  struct tm time = {.tm_year = 101, .tm_mday = 1};
  asctime(&time);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct tm time = {.tm_year = 70, .tm_mday = 1};
  const char* text = asctime(&time);
  pthread_create(&thread, 0, other, 0);
  pthread_join(thread, 0);
  assert(strstr(text, "1970") != 0);
}
