// expect: verdict=defect kind=assertion line=25 traces=1 deadlocks=0
//
// The twin of clock_join.c: nothing says that a time which was read before the join is later than the thread's.

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
  const time_t before = time(NULL);
  pthread_join(thread, NULL);

  // On a real machine it depends on the scheduler; with virtual clocks only the thread has slept.
  assert(before >= seen);
  return 0;
}
