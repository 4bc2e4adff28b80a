// expect: verdict=defect kind=data-race lines=12,17 variable=ready
//
// A message is published by a plain flag. The race of the flag comes first; behind it lies another, of the message.

#include <pthread.h>

static int message;
static int ready;

static void* publish(void* unused) {
  message = 42;
  ready = 1;
  return unused;
}

static void* receive(void* got) {
  if (ready) {
    return message == 42 ? got : NULL;
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, publish, NULL);
  pthread_create(&second, NULL, receive, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
