// expect: verdict=safe traces=1
// args: --leaks --uninitialised
//
// Bit-fields, whose stores load what is beside them; structures that are copied, passed and returned with their padding
// and with members that nobody has set.

#include <stdlib.h>
#include <string.h>

struct flags {
  unsigned a : 3;
  unsigned b : 5;
  unsigned c : 20;
};

struct padded {
  char letter;
  int number;
  short last;
};

static int letter_of(struct padded value) { return value.letter; }

static struct padded made(const struct padded* from) {
  struct padded copy = *from;
  copy.last = 1;
  return copy;
}

int main(void) {
  struct flags* const flags = malloc(sizeof *flags);
  flags->a = 1;
  flags->c = 1000;
  flags->b = 2;
  struct padded* const one = malloc(sizeof *one);
  one->letter = 'x';
  struct padded* const other = malloc(sizeof *other);
  *other = *one;
  memcpy(one, other, sizeof *one);
  const struct padded third = made(one);
  const int ok = flags->a + flags->b + flags->c == 1003 && letter_of(*other) == 'x' && third.last == 1;
  free(flags);
  free(one);
  free(other);
  return !ok;
}
