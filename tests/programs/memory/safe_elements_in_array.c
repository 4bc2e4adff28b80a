// expect: verdict=safe traces=1 deadlocks=0
//
// The twin of element_after_return.c: what is compared lies in the array.

#include <assert.h>
#include <stdlib.h>

static int numbers[300];

static int compare(const void* left, const void* right) {
  const int* const first = left;
  const int* const second = right;
  assert(first >= numbers && first < numbers + 300 && second >= numbers && second < numbers + 300);
  return *first - *second;
}

int main(void) {
  for (int i = 0; i < 300; i++) numbers[i] = i * 7 % 300;
  qsort(numbers, 300, sizeof *numbers, compare);
  for (int i = 0; i < 300; i++) assert(numbers[i] == i);
  return 0;
}
