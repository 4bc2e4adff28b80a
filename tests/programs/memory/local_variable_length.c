// expect: verdict=defect kind=out-of-bounds line=6 traces=1 says="right behind the end of the local variable cells"
//
// An array whose length is known when it runs.

__attribute__((noinline)) static void fill(int* at, int count) {
  for (int i = 0; i < count; ++i) at[i] = i;
}

__attribute__((noinline)) static int use(int count) {
  int cells[count];
  fill(cells, count);
  fill(cells, count + 1);
  return cells[0];
}

int main(int argc, char** argv) {
  (void)argv;
  return use(argc + 2);
}
