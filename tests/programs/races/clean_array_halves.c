// expect: verdict=safe traces=1 deadlocks=0
//
// Each thread sorts its half of the array in place, and main merges when both are done.

#include <assert.h>
#include <pthread.h>

static int cells[8] = {7, 3, 5, 1, 8, 2, 6, 4};

static void* sort_half(void* begin) {
  int* const a = begin;
  for (int i = 1; i < 4; ++i) {
    for (int j = i; j > 0 && a[j - 1] > a[j]; --j) {
      const int t = a[j];
      a[j] = a[j - 1];
      a[j - 1] = t;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, sort_half, cells);
  pthread_create(&second, NULL, sort_half, cells + 4);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  for (int i = 0, j = 4, expected = 1; expected <= 8; ++expected) {
    const int next = j == 8 || (i < 4 && cells[i] < cells[j]) ? cells[i++] : cells[j++];
    assert(next == expected);
  }
  return 0;
}
