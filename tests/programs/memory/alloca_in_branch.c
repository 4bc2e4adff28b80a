// expect: verdict=defect kind=out-of-bounds line=13 traces=1 says="writes 31 bytes at offset 0 of a local variable (30 bytes)"
//
// memset runs over the end of a block of alloca whose size is known, in a branch.

#include <alloca.h>
#include <string.h>

static int last_of(int depth) {
  int sum = 0;
  if (depth > 0) {
    char* block = (char*)alloca(30);
    sum += last_of(depth - 1);
    memset(block, 1, 31);
    sum += block[29];
  }
  return sum;
}

int main(void) { return last_of(3) - 3; }
