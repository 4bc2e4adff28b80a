// expect: verdict=defect kind=assertion line=9 traces=1 deadlocks=0
//
// An assertion that nobody defines.

void __VERIFIER_assert(int condition);

int main(void) {
  __VERIFIER_assert(1);
  __VERIFIER_assert(0);
  return 0;
}
