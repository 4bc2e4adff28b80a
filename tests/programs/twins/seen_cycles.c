// expect: verdict=safe traces=1
// The counter of cycles is virtual.
#include <assert.h>
#include <x86intrin.h>

int main(void) {
  unsigned long long time = __rdtsc();
  assert(time != 7);
}
