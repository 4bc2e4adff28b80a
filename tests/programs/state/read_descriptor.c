// expect: verdict=defect kind=assertion line=29 traces=6 deadlocks=0
//
// Three threads read one file through its descriptor, which has one position: one of the six orders fails.

#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>

static int file;
static char byte[3];

static void* read_one(void* number) {
  const long count = read(file, &byte[(long)number], 1);
  assert(count == 1);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  file = open(__FILE__, O_RDONLY);
  assert(file >= 0);
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, read_one, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  close(file);
  // The file begins with "// ".
  assert(byte[0] + byte[1] + byte[2] == '/' + '/' + ' ');
  //
  assert(byte[0] != ' ');
  return 0;
}
