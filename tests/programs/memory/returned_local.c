// expect: verdict=defect kind=use-after-return line=13 traces=1 says="writes 4 bytes of a stack frame that is gone"
// needs: accesses
//
// The address of a local variable outlives its function.

static int* place;

static void remember(int value) {
  int local = value;
  place = &local;
}

static void use(void) { *place = 2; }

int main(void) {
  remember(1);
  use();
  return 0;
}
