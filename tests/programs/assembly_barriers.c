// expect: verdict=safe traces=1 deadlocks=0
//
// Assembly code without instructions, with a pause, with fences: nothing that anybody could see.

#include <immintrin.h>
#include <pthread.h>

void* passes(void* arg) {
  int own = 1;
  __asm__ volatile("" ::: "memory");
  __asm__ volatile("pause");
  __asm__ volatile("rep; nop" ::: "memory");
  __asm__ volatile("mfence" ::: "memory");
  __asm__("" : "+r"(own));
  _mm_pause();
  _mm_sfence();
  __builtin_prefetch(&own);
  return own == 1 ? arg : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, passes, NULL);
  pthread_create(&b, NULL, passes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
