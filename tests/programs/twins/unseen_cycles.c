// expect: verdict=incomplete line=7 thread=main
// Not even a second thread: the counter of cycles is another in each run.
#include <assert.h>
#include <x86intrin.h>

int main(void) {
  unsigned long long time = __rdtsc();
  assert(time != 7);
}
