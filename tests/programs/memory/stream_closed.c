// expect: verdict=defect kind=use-after-free line=12 traces=1
// expect: says="uses a stream that was closed before"
//
// A stream is read after it has been closed.

#include <stdio.h>

int main(void) {
  static char text[] = "text";
  FILE* const stream = fmemopen(text, sizeof text, "r");
  fclose(stream);
  return fgetc(stream) == EOF;
}
