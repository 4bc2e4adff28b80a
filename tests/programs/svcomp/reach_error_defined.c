// expect: verdict=defect kind=assertion line=9 traces=1 deadlocks=0
//
// What the program says that an error is. Main fails before its first operation.

#include <assert.h>
#include <stddef.h>

static void reach_error() {
  assert(0 && "reached");
}

void __VERIFIER_assert(int condition) {
  if (!condition) {
    reach_error();
  }
}

int main(void) {
  __VERIFIER_assert(1);
  __VERIFIER_assert(0);
  return 0;
}
