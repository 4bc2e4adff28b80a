// expect: verdict=safe traces=16 deadlocks=0
//
// Each of 4 readers comes before the writer or after it, and readers do not disturb each other: 2^4.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { N = 4 };
static atomic_int x;

static void* read_x(void* seen) {
  *(int*)seen = x;
  return NULL;
}
static void* write_x(void* unused) {
  (void)unused;
  x = 1;
  return NULL;
}

int main(void) {
  pthread_t threads[N + 1];
  int seen[N];
  for (int i = 0; i < N; ++i) pthread_create(&threads[i], NULL, read_x, &seen[i]);
  pthread_create(&threads[N], NULL, write_x, NULL);
  for (int i = 0; i <= N; ++i) pthread_join(threads[i], NULL);
  for (int i = 0; i < N; ++i) assert(seen[i] == 0 || seen[i] == 1);
  return 0;
}
