// expect: verdict=incomplete traces=81 deadlocks=0
//
// Three values of each of four types, each in its own width; a pointer has one. 3 * 3 * 3 * 3.

#include <assert.h>
#include <limits.h>
#include <stddef.h>

int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
double __VERIFIER_nondet_double(void);
void* __VERIFIER_nondet_pointer(void);

int main(void) {
  const int a = __VERIFIER_nondet_int();
  const unsigned char b = __VERIFIER_nondet_uchar();
  const unsigned long long c = __VERIFIER_nondet_ulonglong();
  const double d = __VERIFIER_nondet_double();
  assert(a == 0 || a == 1 || a == -1);
  assert(b == 0 || b == 1 || b == UCHAR_MAX);
  assert(c == 0 || c == 1 || c == ULLONG_MAX);
  assert(d == 0 || d == 1 || d == -1);
  assert(__VERIFIER_nondet_pointer() == NULL);
  return 0;
}
