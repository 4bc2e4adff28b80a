// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// The thread closes the standard output while main prints.

#include <pthread.h>
#include <stdio.h>

static void* closes(void* unused) {
  fclose(stdout);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, closes, NULL);
  puts("text");
  pthread_join(thread, NULL);
}
