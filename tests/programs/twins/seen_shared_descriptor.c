// expect: verdict=safe traces=6
// Three threads read from one open file, whose position they share: the reads are operations.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;

static void* next(void* unused) {
  (void)unused;
  char got[2] = "";
  // Three different pieces of this file.
  ssize_t count =
      read(file, got, sizeof got);
  assert(count == 2);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  file = open(__FILE__, O_RDONLY);
  assert(file >= 0);
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, next, 0);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  close(file);
}
