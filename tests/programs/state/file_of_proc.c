// expect: verdict=incomplete traces=1 deadlocks=0
//
// Files of /proc, /sys and /dev need not be the same in every run.

#include <stdio.h>

int main(void) {
  FILE* file = fopen("/proc/self/stat", "r");
  if (file != 0) fclose(file);
  return 0;
}
