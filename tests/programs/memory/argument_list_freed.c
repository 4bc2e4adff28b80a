// expect: verdict=defect kind=use-after-free line=22 traces=1
// expect: says="reads 24 bytes at offset 0 of a freed block of 24 bytes, allocated by main in line 17, freed by main in line 21"
//
// va_copy from a structure that was freed.

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

struct job {
  va_list arguments;
};

static char line[64];

static void note(const char* text, ...) {
  struct job* const job = malloc(sizeof *job);
  va_list copy;
  va_start(job->arguments, text);
  va_end(job->arguments);
  free(job);
  va_copy(copy, job->arguments);
  vsnprintf(line, sizeof line, text, copy);
  va_end(copy);
}

int main(void) {
  note("%d", 7);
  return line[0] == '7';
}
