// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_pointer_as_text.c, but main writes another variable.

#include <pthread.h>
#include <stdio.h>

static char text[40];

static void* change(void* unused) {
  void* place;
  sscanf(text, "%p", &place);
  *(int*)place = 3;
  return unused;
}

int main(void) {
  pthread_t thread;
  int number = 0, other = 0;
  sprintf(text, "%p", (void*)&number);
  pthread_create(&thread, NULL, change, NULL);
  other = 4;
  pthread_join(thread, NULL);
  return number + other == 0;
}
