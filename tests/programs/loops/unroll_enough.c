// expect: verdict=safe traces=1 deadlocks=0
// args: --unroll=3
//
// Loops that end after three rounds, entered several times, one within another; each time they may begin anew thrice.

#include <assert.h>

static int rounds(int number) {
  int total = 0;
  for (int i = 0; i < number; ++i) {
    for (int j = 0; j < number; ++j) ++total;
  }
  int left = number;
  while (left > 0) --left;
  return total + left;
}

int main(void) {
  for (int i = 0; i < 3; ++i) assert(rounds(3) == 9);
  do {
    assert(rounds(2) == 4);
  } while (0);
  return 0;
}
