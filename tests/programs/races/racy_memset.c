// expect: verdict=defect kind=data-race lines=11,16 variable=buffer
//
// Two threads clear a part of the buffer each, and the parts overlap by one byte.

#include <pthread.h>
#include <string.h>

static char buffer[32];

static void* clear_front(void* unused) {
  memset(buffer, 1, 17);
  return unused;
}

static void* clear_back(void* unused) {
  memset(buffer + 16, 2, 16);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, clear_front, NULL);
  pthread_create(&second, NULL, clear_back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
