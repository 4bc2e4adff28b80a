// expect: verdict=safe traces=1
//
// The usual ways to pass arguments on: through a va_list, a copy, and a structure on the heap.

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct job {
  va_list arguments;
};

static char line[64];

static void print(const char* text, va_list arguments) {
  va_list copy;
  va_copy(copy, arguments);
  const int length = vsnprintf(NULL, 0, text, copy);
  va_end(copy);
  assert(length < (int)sizeof line);
  vsnprintf(line, sizeof line, text, arguments);
}

static void note(const char* text, ...) {
  struct job* const job = malloc(sizeof *job);
  va_start(job->arguments, text);
  print(text, job->arguments);
  va_end(job->arguments);
  free(job);
}

int main(void) {
  note("%d %d %d %d %d %d %d %s", 1, 2, 3, 4, 5, 6, 7, "eight");
  assert(strcmp(line, "1 2 3 4 5 6 7 eight") == 0);
  note("nothing");
  return 0;
}
