// expect: verdict=safe traces=1 deadlocks=0
//
// Three threads read what main has written before it created them.

#include <assert.h>
#include <pthread.h>

static int table[4];

static void* look(void* unused) {
  assert(table[3] == 9);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 4; ++i) table[i] = i * i;
  for (int i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, look, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  return 0;
}
