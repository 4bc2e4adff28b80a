// expect: verdict=safe traces=1 deadlocks=0
//
// Both threads copy, to neighbouring bytes, by a pointer to memcpy.

#include <pthread.h>
#include <string.h>

int target[4], one[4], two[4];
void* (*volatile copy)(void*, const void*, size_t) = memcpy;

void* first(void* arg) {
  (void)arg;
  copy(target, one, 7);
  return NULL;
}
void* second(void* arg) {
  (void)arg;
  copy((char*)target + 7, two, 9);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, first, NULL);
  pthread_create(&b, NULL, second, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
