// expect: verdict=defect kind=use-after-free line=11 traces=1 deadlocks=0
//
// The standard output is closed when main prints.

#include <pthread.h>
#include <stdio.h>

int main(void) {
  puts("text");
  fclose(stdout);
  puts("more");
}
