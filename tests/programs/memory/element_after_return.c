// expect: verdict=defect kind=use-after-return line=22 traces=1 deadlocks=0
// expect: says="reads 4 bytes of a stack frame that is gone: the function has returned"
//
// The comparison of qsort is given pointers into the array, and keeps one until the array is gone.

#include <stdlib.h>

static const int* kept;

static int compare(const void* left, const void* right) {
  kept = left;
  return *(const int*)left - *(const int*)right;
}

static void sort(void) {
  int numbers[4] = {3, 1, 4, 2};
  qsort(numbers, 4, sizeof *numbers, compare);
}

int main(void) {
  sort();
  return *kept;
}
