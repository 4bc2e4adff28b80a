// expect: verdict=defect kind=assertion line=13 traces=4 deadlocks=0
//
// Two times two values, which are all that there are.

#include <assert.h>
#include <stdbool.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  const bool first = __VERIFIER_nondet_bool();
  const bool second = __VERIFIER_nondet_bool();
  assert(first || !second);
  return 0;
}
