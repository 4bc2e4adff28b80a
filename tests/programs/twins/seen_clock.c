// expect: verdict=safe traces=1
// The clocks of the C library are virtual.
#include <assert.h>
#include <pthread.h>
#include <time.h>

static long long nanoseconds[2];
static void* look(void* number) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  nanoseconds[(long)number] = now.tv_sec * 1000000000LL + now.tv_nsec;
  return 0;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, look, (void*)1);
  look(0);
  pthread_join(other, 0);
}
