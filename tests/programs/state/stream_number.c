// expect: verdict=safe traces=1 deadlocks=0
//
// A stream in memory has no descriptor, the standard streams have theirs.

#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void) {
  FILE* const stream = fmemopen("abc", 3, "r");
  assert(fileno(stream) == -1 && errno == EBADF);
  assert(fileno(stdin) == 0 && fileno(stdout) == 1 && fileno(stderr) == 2);
  fclose(stream);
  return 0;
}
