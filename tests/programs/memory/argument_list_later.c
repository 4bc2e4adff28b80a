// expect: verdict=defect kind=use-after-return line=20 traces=1
// expect: says="reads 8 bytes of a stack frame that is gone: the function has returned"
//
// A logger that formats later: the arguments were in the frame of a function that has returned.

#include <stdarg.h>
#include <stdio.h>

static const char* format;
static va_list arguments;
static char line[64];

static void note(const char* text, ...) {
  format = text;
  va_start(arguments, text);
}

int main(void) {
  note("%d %d", 7, 5);
  vsnprintf(line, sizeof line, format, arguments);
  return line[0] == '7';
}
