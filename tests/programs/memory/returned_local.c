// expect: verdict=defect kind=use-after-return line=16 traces=1 says="writes 4 bytes of a stack frame that is gone"
// needs: accesses
//
// The address of a local variable outlives its function, and is used while no other function has its place on the stack.

static int* place;

static void remember(int value) {
  int local[8] = {value};
  place = local;
  ++local[1];
}

int main(void) {
  remember(1);
  *place = 2;
  return 0;
}
