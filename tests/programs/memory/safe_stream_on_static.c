// expect: verdict=safe traces=1
//
// As stream_on_local.c, but the text stays.

#include <stdio.h>

static FILE* stream;

__attribute__((noinline)) static void begin(void) {
  static char text[8];
  stream = fmemopen(text, sizeof text, "w");
  text[0] = 1;
}

int main(void) {
  begin();
  fputs("abc", stream);
  fflush(stream);
  return 0;
}
