// expect: verdict=defect kind=data-race lines=13,17 variable=numbers
//
// A masked store of AVX writes those of eight numbers whose mask is set, the third among them; the other thread writes
// that one. In clean_maskstore.c it writes one that is left out.

#include <immintrin.h>
#include <pthread.h>

int numbers[8];

__attribute__((target("avx2"))) void* stores(void* arg) {
  const __m256i mask = _mm256_setr_epi32(-1, 0, -1, 0, 0, 0, 0, 0);
  _mm256_maskstore_epi32(numbers, mask, _mm256_set1_epi32(7));
  return arg;
}
void* writes(void* arg) {
  numbers[2] = 1;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, stores, NULL);
  pthread_create(&b, NULL, writes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
