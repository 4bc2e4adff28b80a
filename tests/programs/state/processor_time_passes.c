// expect: verdict=defect kind=assertion line=16 traces=1 deadlocks=0
//
// As processor_time.c, with the clock that does go on.

#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_MONOTONIC, &before);
  const clock_t used = clock();
  sleep(5);
  clock_gettime(CLOCK_MONOTONIC, &after);
  assert(clock() - used < CLOCKS_PER_SEC);
  assert(after.tv_sec - before.tv_sec < 5);
  return 0;
}
