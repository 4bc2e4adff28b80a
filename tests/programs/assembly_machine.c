// expect: verdict=safe traces=1 deadlocks=0
//
// cpuid is answered for a made-up processor without extensions, rdtsc by the clock of the thread.

#include <assert.h>
#include <cpuid.h>
#include <pthread.h>

static unsigned long long cycles(void) {
  unsigned low, high;
  __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
  return (unsigned long long)high << 32 | low;
}

static unsigned long long cycles_in_order(void) {
  unsigned long long all;
  __asm__ volatile("lfence\n\trdtscp\n\tshl $32, %%rdx\n\tor %%rdx, %0\n\tlfence" : "=a"(all) : : "rcx", "rdx", "memory");
  return all;
}

static void* asks(void* arg) {
  unsigned a, b, c, d;
  assert(__get_cpuid(1, &a, &b, &c, &d));
  assert((d & bit_SSE2) != 0 && (c & bit_AVX) == 0);
  assert(!__get_cpuid_count(7, 0, &a, &b, &c, &d));
  const unsigned long long now = cycles();
  assert(cycles_in_order() > now);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, asks, NULL);
  pthread_create(&b, NULL, asks, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
}
