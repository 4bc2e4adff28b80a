// expect: verdict=defect kind=data-race lines=13,18 variable=word
//
// The load is what its thread does next when the plain write takes place: the race is met by an atomic access whose
// value is not the one that it was announced with.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int word, flag;

static void* loads(void* none) {
  atomic_fetch_add(&flag, 1);
  (void)atomic_load(&word);
  return none;
}

static void* writes(void* none) {
  if (atomic_load(&flag) == 1) *(int*)&word = 3;
  return none;
}

int main(void) {
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, writes, NULL);
  pthread_create(&threads[1], NULL, loads, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  return 0;
}
