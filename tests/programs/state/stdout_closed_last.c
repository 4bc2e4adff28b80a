// expect: verdict=safe traces=1 deadlocks=0
//
// The standard output is closed when the threads have printed, as programs do to notice errors.

#include <pthread.h>
#include <stdio.h>

static void* prints(void* unused) {
  puts("text");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, prints, NULL);
  puts("text");
  pthread_join(thread, NULL);
  return fclose(stdout);
}
