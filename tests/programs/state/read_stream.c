// expect: verdict=safe traces=2 deadlocks=0
//
// Two threads read a line each of one stream: two orders, and no line is read twice.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static FILE* file;
static char line[2][200];

static void* read_line(void* number) {
  const char* result = fgets(line[(long)number], sizeof line[0], file);
  assert(result != 0);
  return 0;
}

int main(void) {
  pthread_t thread;
  file = fopen(__FILE__, "r");
  assert(file != 0);
  pthread_create(&thread, 0, read_line, (void*)1);
  read_line(0);
  pthread_join(thread, 0);
  fclose(file);
  assert((strncmp(line[0], "// expect", 9) == 0) != (strncmp(line[1], "// expect", 9) == 0));
  return 0;
}
