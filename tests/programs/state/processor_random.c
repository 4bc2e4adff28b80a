// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-mrdrnd
//
// Random numbers of the processor come from the thread's sequence, which is the same in every run.

#include <immintrin.h>
#include <pthread.h>

static unsigned drawn[2];

static void* draw(void* number) {
  unsigned value = 0;
  while (!_rdrand32_step(&value)) {
  }
  drawn[(long)number] = value;
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, draw, (void*)0);
  pthread_create(&b, 0, draw, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
