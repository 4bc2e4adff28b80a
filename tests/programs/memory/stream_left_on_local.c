// expect: verdict=defect kind=use-after-return line=16 traces=1
// expect: says="writes"
//
// A stream that only its function knows writes to a local variable of it when all streams are flushed.

#include <stdio.h>

__attribute__((noinline)) static void begin(void) {
  char text[8];
  fputs("abc", fmemopen(text, sizeof text, "w"));
  text[7] = 1;
}

int main(void) {
  begin();
  fflush(0);
  return 0;
}
