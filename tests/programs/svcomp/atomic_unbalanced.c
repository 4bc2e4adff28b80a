// expect: verdict=defect kind=lock-misuse line=11 traces=1 deadlocks=0
//
// A block that ends twice.

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

int main(void) {
  __VERIFIER_atomic_begin();
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_end();
  return 0;
}
