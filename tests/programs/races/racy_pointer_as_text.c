// expect: verdict=defect kind=data-race lines=13,22 variable=number
//
// The thread gets to know a local variable of main by a text with its address.

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
  number = 4;
  pthread_join(thread, NULL);
  return number + other == 0;
}
