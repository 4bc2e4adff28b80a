// expect: verdict=safe traces=1
//
// Structures passed by value: of the heap, of a local, of an array, and on to another function.

#include <assert.h>
#include <stdlib.h>

struct settings {
  long limits[8];
};

static long last(struct settings mine) { return mine.limits[7]; }
static long both(struct settings mine, struct settings other) { return last(mine) + last(other); }

int main(void) {
  struct settings* const settings = calloc(2, sizeof *settings);
  struct settings local = {{0}};
  settings[1].limits[7] = 3;
  local.limits[7] = 4;
  assert(both(settings[1], local) == 7);
  free(settings);
  return 0;
}
