// expect: verdict=safe traces=3 deadlocks=0
//
// Three attempts, one of which is the first and wins. The others fail, which is a read: their order does not matter.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

static atomic_int x;

static void* attempt(void* has_won) {
  int expected = 0;
  *(bool*)has_won = atomic_compare_exchange_strong(&x, &expected, 1);
  assert(*(bool*)has_won || expected == 1);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  bool has_won[3];
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, attempt, &has_won[i]);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(has_won[0] + has_won[1] + has_won[2] == 1);
  return 0;
}
