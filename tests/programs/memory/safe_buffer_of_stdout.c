// expect: verdict=safe traces=1
// args: --leaks
//
// As buffer_of_stdout_lost.c, but the standard output keeps its buffer.

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  setvbuf(stdout, malloc(BUFSIZ), _IOFBF, BUFSIZ);
  puts("text");
  return 0;
}
