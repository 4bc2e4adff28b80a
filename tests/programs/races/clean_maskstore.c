// expect: verdict=safe traces=1 deadlocks=0
//
// A masked store of AVX writes those of eight numbers whose mask is set; the other thread writes the second,
// which is left out. In racy_maskstore.c it writes the third, which is not.

#include <immintrin.h>
#include <pthread.h>

int numbers[8];

__attribute__((target("avx2"))) void* stores(void* arg) {
  const __m256i mask = _mm256_setr_epi32(-1, 0, -1, 0, 0, 0, 0, 0);
  _mm256_maskstore_epi32(numbers, mask, _mm256_set1_epi32(7));
  return arg;
}
void* writes(void* arg) {
  numbers[1] = 1;
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
