// expect: verdict=safe traces=1 deadlocks=0
//
// The time that a joined thread saw is not later than now, although the thread slept and main did not.

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static time_t seen;

static void* look(void* unused) {
  sleep(5);
  seen = time(NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  pthread_join(thread, NULL);
  assert(time(NULL) >= seen);
  return 0;
}
