// expect: verdict=safe traces=1 deadlocks=0
//
// What is written to a stream without a buffer is there at once.

#include <assert.h>
#include <stdio.h>

int main(void) {
  static char text[16];
  FILE* const stream = fmemopen(text, sizeof text, "w");
  setbuf(stream, NULL);
  fputs("a", stream);
  assert(text[0] == 'a');
  fclose(stream);
  return 0;
}
