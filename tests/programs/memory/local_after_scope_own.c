// expect: verdict=defect kind=use-after-scope line=13 traces=1 says="reads 4 bytes at offset 4 of the local variable inner (8 bytes), whose block has ended"
//
// A pointer of the same function.

static volatile int zero;

int main(void) {
  int* place = 0;
  {
    int inner[2] = {1, 2};
    place = &inner[zero];
  }
  return place[1] == 2;
}
