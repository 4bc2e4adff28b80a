// expect: verdict=safe traces=1 deadlocks=0
//
// With a state of the caller's there is nothing to race for, and states of two functions are two.
#include <pthread.h>
#include <stdlib.h>
#include <wchar.h>

static size_t length[2];
static mbstate_t own;
static void* measure(void* number) {
  length[0] = mbrlen("abc", 3, &own);
  return number;
}
static void* convert(void* number) {
  length[1] = mbrtowc(0, "abc", 3, 0);
  return number;
}
static void* store(void* number) {
  static char bytes[16];
  wcrtomb(bytes, L'a', 0);
  return number;
}

int main(void) {
  pthread_t threads[3];
  pthread_create(&threads[0], 0, measure, 0);
  pthread_create(&threads[1], 0, convert, 0);
  pthread_create(&threads[2], 0, store, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
}
