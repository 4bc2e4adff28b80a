// expect: verdict=defect kind=use-after-return line=19 traces=1 says="reads 4 bytes"
//
// Another function has its frame where the variable was, and no operation lies in between.

static int* place;

__attribute__((noinline)) static void remember(void) {
  int local[4] = {1, 2, 3, 4};
  place = local;
}

__attribute__((noinline)) static int fill(void) {
  volatile int numbers[64];
  for (int i = 0; i < 64; ++i) numbers[i] = i;
  return numbers[5];
}

__attribute__((noinline)) static int look(int more) {
  return more > 0 ? look(more - 1) : *place;
}

int main(void) {
  remember();
  fill();
  return look(3);
}
