// expect: verdict=safe traces=1
// The threads say where they read, and so share no position.
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;
static char got[3];

static void* next(void* number) {
  ssize_t count = pread(file, &got[(long)number], 1, (long)number);
  assert(count == 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  file = open(__FILE__, O_RDONLY);
  assert(file >= 0);
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, next, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(got[0] == '/' && got[1] == '/' && got[2] == ' ');
  close(file);
}
