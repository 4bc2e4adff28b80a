// expect: verdict=safe traces=1
//
// alloca of a constant size in a branch: the block does not exist yet at the entry of the function.

#include <alloca.h>
#include <string.h>

static int last_of(int depth) {
  int sum = 0;
  if (depth > 0) {
    char* block = (char*)alloca(30);
    memset(block, 1, 30);
    sum += last_of(depth - 1);
    sum += block[29];
  }
  for (int i = 1; i < 4; ++i) {
    char* block = (char*)alloca(16);
    memset(block, i, 16);
    sum += block[15] - i;
  }
  return sum;
}

int main(void) { return last_of(3) - 3; }
