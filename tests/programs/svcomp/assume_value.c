// expect: verdict=incomplete traces=2 deadlocks=0
// args: --nondet=2,3,4,5
//
// Four values, of which the assumption leaves two. Others may exist, so the verdict is not safe.

#include <assert.h>

int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
  const int value = __VERIFIER_nondet_int();
  __VERIFIER_assume(value > 2 && value != 5);
  assert(value == 3 || value == 4);
  return 0;
}
