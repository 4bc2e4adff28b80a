// expect: verdict=defect kind=assertion line=12 traces=1 deadlocks=0
//
// As stream_unbuffered.c with the buffer that the stream has of itself.

#include <assert.h>
#include <stdio.h>

int main(void) {
  static char text[16];
  FILE* const stream = fmemopen(text, sizeof text, "w");
  fputs("a", stream);
  assert(text[0] == 'a');
  fclose(stream);
  return 0;
}
