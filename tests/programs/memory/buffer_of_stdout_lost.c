// expect: verdict=defect kind=leak line=11 traces=1
// expect: says="lost"
// args: --leaks
//
// The standard output gets a buffer of its own and then another one.

#include <stdio.h>
#include <stdlib.h>

int main(void) {
  setvbuf(stdout, malloc(BUFSIZ), _IOFBF, BUFSIZ);
  puts("text");
  static char other[BUFSIZ];
  setvbuf(stdout, other, _IOFBF, sizeof other);
  return 0;
}
