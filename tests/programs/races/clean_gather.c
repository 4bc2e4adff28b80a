// expect: verdict=safe traces=1 deadlocks=0
//
// A gather of AVX2 reads numbers 1, 3, 5 and 7; the other thread writes number 6. In racy_gather.c it writes number 5.

#include <immintrin.h>
#include <pthread.h>

int numbers[8];
int sum;

__attribute__((target("avx2"))) void* gathers(void* arg) {
  const __m128i places = _mm_setr_epi32(1, 3, 5, 7);
  const __m128i found = _mm_i32gather_epi32(numbers, places, 4);
  sum = _mm_extract_epi32(found, 0) + _mm_extract_epi32(found, 3);
  return arg;
}
void* writes(void* arg) {
  numbers[6] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, gathers, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
