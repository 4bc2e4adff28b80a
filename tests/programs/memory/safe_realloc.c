// expect: verdict=safe traces=1
// args: --leaks --uninitialised
//
// A buffer that grows, one that shrinks, realloc of a null pointer and to nothing, and what calloc gives is written.

#include <stdlib.h>
#include <string.h>

int main(void) {
  size_t room = 1, used = 0;
  char* text = malloc(room);
  for (int i = 0; i < 100; ++i) {
    if (used == room) text = realloc(text, room *= 2);
    text[used++] = (char)i;
  }
  int sum = 0;
  for (size_t i = 0; i < used; ++i) sum += text[i];
  text = realloc(text, 3);
  sum += text[2];
  free(text);
  int* const zeros = calloc(5, sizeof *zeros);
  sum += zeros[4];
  int* larger = reallocarray(zeros, 10, sizeof *zeros);
  sum += larger[4];
  memset(larger + 5, 0, 5 * sizeof *larger);
  sum += larger[9];
  free(larger);
  void* const fresh = realloc(NULL, 8);
  free(fresh);
  return sum != 4952;
}
