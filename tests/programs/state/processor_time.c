// expect: verdict=safe traces=1 deadlocks=0
//
// A thread that sleeps uses no processor.

#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec before, after;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  const clock_t used = clock();
  sleep(5);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  assert(clock() - used < CLOCKS_PER_SEC);
  assert(after.tv_sec - before.tv_sec < 5);
  return 0;
}
