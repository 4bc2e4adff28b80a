// expect: verdict=defect kind=out-of-bounds line=7 traces=1 says="reads 4 bytes, 4 bytes before the beginning of the local variable cells (12 bytes)"
//
// A loop that goes down once too often.

__attribute__((noinline)) static int sum_down(const int* last, int count) {
  int sum = 0;
  for (int i = 0; i <= count; ++i) sum += *last--;
  return sum;
}

int main(void) {
  int cells[3] = {1, 2, 3};
  return sum_down(&cells[2], 3) == 6;
}
