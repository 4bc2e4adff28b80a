// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of asctime_static_buffer.c: asctime_r writes where it is told.

#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

static void* write_another(void* unused) {
  struct tm time = {.tm_year = 101, .tm_mday = 1};
  char buffer[32];
  asctime_r(&time, buffer);
  return unused;
}

int main(void) {
  pthread_t thread;
  struct tm time = {.tm_year = 70, .tm_mday = 1};
  const char* text = asctime(&time);
  pthread_create(&thread, 0, write_another, 0);
  pthread_join(thread, 0);
  assert(strstr(text, "1970") != 0);
  return 0;
}
