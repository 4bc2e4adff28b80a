// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// main reads the result of gmtime while the other thread calls localtime, which has the same buffer.

#include <pthread.h>
#include <time.h>

static void* ask(void* unused) {
  const time_t time = 86400;
  localtime(&time);
  return unused;
}

int main(void) {
  pthread_t thread;
  const time_t time = 0;
  const struct tm* result = gmtime(&time);
  pthread_create(&thread, 0, ask, 0);
  const int day = result->tm_mday;
  pthread_join(thread, 0);
  return day == 1 ? 0 : 1;
}
