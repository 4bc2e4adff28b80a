// expect: verdict=defect kind=uninitialised-read line=17 traces=1
// expect: says="reads 4 bytes at offset 4 of a block of 8 bytes that nobody has written, allocated by main in line 15"
// args: --uninitialised
//
//
// One of two members is left as it came.

#include <stdlib.h>

struct pair {
  int first, second;
};

int main(void) {
  struct pair* const pair = malloc(sizeof *pair);
  pair->first = 1;
  const int sum = pair->first + pair->second;
  free(pair);
  return sum != 1;
}
