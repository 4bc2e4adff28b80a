// expect: verdict=safe traces=2 deadlocks=0
//
// Local atomics that only other functions access, on a stack where stand-ins have been: each begins as 0.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static atomic_int flag;
static atomic_long first, second;

__attribute__((noinline)) static void set(atomic_long* place, long value) { atomic_store(place, value); }
__attribute__((noinline)) static long get(atomic_long* place) { return atomic_load(place); }

__attribute__((noinline)) static long look(void) {
  atomic_long own[40];
  long sum = 0;
  for (int i = 0; i < 40; i++) set(&own[i], 1);
  for (int i = 0; i < 40; i++) sum += get(&own[i]);
  return sum;
}

__attribute__((noinline)) static void work(atomic_long* place) {
  for (int i = 0; i < 3; i++) atomic_fetch_add(place, 1);
}

static void* one(void* unused) {
  work(&first);
  atomic_store(&flag, 1);
  assert(look() == 40);
  return unused;
}

static void* two(void* unused) {
  work(&second);
  (void)atomic_load(&flag);
  assert(look() == 40);
  return unused;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], 0, one, 0);
  pthread_create(&threads[1], 0, two, 0);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
  return 0;
}
