// expect: verdict=incomplete traces=1 deadlocks=0
//
// An intrinsic that qpor does not know: it saves the state of the processor in memory.

#include <immintrin.h>
#include <pthread.h>

__attribute__((target("xsave"))) void* saves(void* arg) {
  _Alignas(64) char state[4096];  // what is in it may be another in each run
  _xsave64(state, 3);
  return arg;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, saves, NULL);
  pthread_join(a, NULL);
  return 0;
}
