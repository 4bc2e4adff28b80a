// expect: verdict=defect kind=data-race lines=13,17 variable=to
// args: --cflags=-O3
//
// The optimiser makes the loop one of masked stores, eight numbers at a time. In clean_vectorised.c the other thread
// writes a number whose condition does not hold.

#include <pthread.h>

int from[64] = {[7] = 1}, to[64];

__attribute__((target("avx2"))) void* copies(void* arg) {
  for (int i = 0; i < 64; ++i) {
    if (from[i] == 0) to[i] = i;
  }
  return arg;
}
void* writes(void* arg) { to[20] = 1; return arg; }

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, copies, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
