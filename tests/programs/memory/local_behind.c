// expect: verdict=defect kind=out-of-bounds line=10 traces=1 says="writes 4 bytes right behind the end of the local variable cells (16 bytes)"
//
// One step too far through a pointer that another function is given.

static int sum;

__attribute__((noinline)) static void fill(int* at, int count) {
  for (int i = 0; i <= count; ++i) {
    sum += i;
    at[i] = i;
  }
}

int main(void) {
  int before[4] = {0};
  int cells[4];
  int behind[4] = {0};
  fill(cells, 4);
  fill(before, 2);
  fill(behind, 2);
  return sum == 0;
}
