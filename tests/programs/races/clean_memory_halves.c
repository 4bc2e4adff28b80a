// expect: verdict=safe traces=1 deadlocks=0
//
// memset and memcpy on the two parts of a buffer, which meet in the middle of a word.

#include <pthread.h>
#include <string.h>

static char buffer[32];
static const char text[] = "thirteen bytes";

static void* clear_front(void* unused) {
  memset(buffer, 1, 13);
  return unused;
}

static void* copy_to_back(void* unused) {
  memcpy(buffer + 13, text, sizeof text);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, clear_front, NULL);
  pthread_create(&second, NULL, copy_to_back, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
