// expect: verdict=safe traces=1 deadlocks=0
//
// The thread goes on with the text that main has begun: there is one position, and create and join order its uses.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[] = "one two three";

static void* go_on(void* unused) {
  assert(strcmp(strtok(0, " "), "two") == 0);
  return unused;
}

int main(void) {
  pthread_t thread;
  assert(strcmp(strtok(text, " "), "one") == 0);
  pthread_create(&thread, 0, go_on, 0);
  pthread_join(thread, 0);
  assert(strcmp(strtok(0, " "), "three") == 0);
  return 0;
}
