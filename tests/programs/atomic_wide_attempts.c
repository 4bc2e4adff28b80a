// expect: verdict=safe traces=9 deadlocks=0
//
// An attempt at 16 bytes is one operation, and so is one at a word that is not aligned, whether the compiler has an
// instruction for it or calls a function. Three threads attempt both: one of them is the first at either, 3 * 3.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

static __int128 wide;
static struct __attribute__((packed)) {
  char before;
  int word;
} odd;

static void* attempt(void* unused) {
  (void)unused;
  const __int128 none = 0, mine = (__int128)1 << 70;
  long winners = 0;
  winners += __sync_bool_compare_and_swap(&wide, none, mine);
  int expected = 0;
  winners += __atomic_compare_exchange_n(&odd.word, &expected, 5, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return (void*)winners;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, attempt, NULL);
  long winners = 0;
  for (int i = 0; i < 3; ++i) {
    void* count;
    pthread_join(threads[i], &count);
    winners += (long)count;
  }
  assert(winners == 2 && odd.word == 5 && wide == (__int128)1 << 70);
  return 0;
}
