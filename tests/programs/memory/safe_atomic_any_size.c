// expect: verdict=safe traces=1
//
// Atomics of 24 bytes whose values are in blocks of the heap that are as large, and in local variables.

#include <stdlib.h>

struct Wide {
  long words[3];
};
static struct Wide shared;

int main(void) {
  struct Wide* const expected = calloc(1, sizeof *expected);
  struct Wide desired = {{3}}, old;
  const int is_first = __atomic_compare_exchange(&shared, expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  const int is_second = __atomic_compare_exchange(&shared, expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  __atomic_exchange(&shared, expected, &old, __ATOMIC_SEQ_CST);
  __atomic_store(&shared, &old, __ATOMIC_SEQ_CST);
  __atomic_load(&shared, expected, __ATOMIC_SEQ_CST);
  const long result = expected->words[0];
  free(expected);
  return !is_first || is_second || result != 3;
}
