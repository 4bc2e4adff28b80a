// expect: verdict=safe traces=2 deadlocks=0
//
// Atomics that only their thread ever sees, in memory that other functions have used before: none of them begins with what
// was there.

#include <alloca.h>
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct Small {
  char bytes[5];
};

static atomic_int sum;
static _Atomic struct Small small;

static void use_stack(int seed) {
  volatile char bytes[3000];
  for (int i = 0; i < 3000; i++) bytes[i] = (char)(i * seed);
}

static void* count(void* unused) {
  use_stack(3);
  const int size = 3;
  atomic_int* const own = alloca(size * sizeof *own);
  for (int i = 0; i < size; i++) own[i] = i;
  sum += own[2];
  return unused;
}

static void* set(void* unused) {
  struct Small own = {{1, 2}};
  struct Small old = atomic_exchange(&small, own);
  assert(old.bytes[0] == 0);
  return unused;
}

int main(void) {
  pthread_t threads[3];
  use_stack(7);
  pthread_create(&threads[0], 0, count, 0);
  pthread_create(&threads[1], 0, count, 0);
  pthread_create(&threads[2], 0, set, 0);
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  assert(sum == 4);
  return 0;
}
