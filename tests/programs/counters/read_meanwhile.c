// expect: verdict=safe traces=9 deadlocks=0
//
// Two threads read a number while a third one counts it up: each reads 0, 1 or 2, and reads commute. Did the number count,
// the first read of 1 would be exclusive (frontend/native/instrument/plain_counters.h).

#include <pthread.h>
#include <stdatomic.h>

static atomic_int number;

static void* write(void* unused) {
  atomic_fetch_add(&number, 1);
  atomic_fetch_add(&number, 1);
  return unused;
}

static void* read(void* unused) {
  return atomic_load(&number) > 2 ? &number : unused;
}

int main(void) {
  pthread_t writer, readers[2];
  pthread_create(&writer, NULL, write, NULL);
  for (int i = 0; i < 2; ++i) pthread_create(&readers[i], NULL, read, NULL);
  pthread_join(writer, NULL);
  for (int i = 0; i < 2; ++i) pthread_join(readers[i], NULL);
  return 0;
}
