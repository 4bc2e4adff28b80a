// expect: verdict=defect kind=data-race lines=13,18 variable=target
//
// Both threads copy to the same place, by a pointer to memcpy.

#include <pthread.h>
#include <string.h>

int target[4], one[4], two[4];
void* (*volatile copy)(void*, const void*, size_t) = memcpy;

void* first(void* arg) {
  (void)arg;
  copy(target, one, sizeof target);
  return NULL;
}
void* second(void* arg) {
  (void)arg;
  copy(target, two, sizeof target);
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
