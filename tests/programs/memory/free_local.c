// expect: verdict=defect kind=invalid-free line=9 traces=1 says="free of a pointer to the stack of main"
//
// Not every array comes from malloc.

#include <stdlib.h>

static void drop(char* text) {
  text[0] = '\0';
  free(text);
}

int main(void) {
  char text[32];
  drop(text);
  return 0;
}
