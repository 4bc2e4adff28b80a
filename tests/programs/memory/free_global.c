// expect: verdict=defect kind=invalid-free line=14 traces=1 says="free of a pointer to the variable table"
//
//
// The default table is no block. Without the instrumentation it is reported as well, but not by its name.

#include <stdlib.h>

static int table[8];

int main(void) {
  int* used = table;
  if (used[0] == 0) used = table;
  used[0] = 1;
  free(used);
  return 0;
}
