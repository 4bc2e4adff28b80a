// Two threads count how often each byte occurs in their half of the data, add their counts to common ones under a lock,
// and meet at a barrier; then each of them turns a half of the data into places in order (counting sort). Loads of
// single bytes, and stores all over the memory.
//
// expect LENGTH=1000: 2 traces, 0 deadlocks
//
// Why 2: the critical sections have two orders; arrivals at the barrier commute. Behind it each thread fills the places
// of the bytes below 128, or of the others, and shares nothing but what is only read by then.

#include <assert.h>
#include <pthread.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 1000000
#endif
enum { VALUES = 256 };

static unsigned char data[LENGTH];
static unsigned char sorted[LENGTH];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t counted;
static int counts[VALUES];  // under the lock until all have counted

static void* count_and_sort(void* argument) {
  const int number = (int)(long)argument;
  int mine[VALUES];
  memset(mine, 0, sizeof mine);
  for (int i = number * (LENGTH / 2); i < (number == 0 ? LENGTH / 2 : LENGTH); ++i) ++mine[data[i]];
  pthread_mutex_lock(&lock);
  for (int value = 0; value < VALUES; ++value) counts[value] += mine[value];
  pthread_mutex_unlock(&lock);
  pthread_barrier_wait(&counted);

  int places[VALUES];  // where the next byte of each value goes
  for (int value = 0, place = 0; value < VALUES; ++value) {
    places[value] = place;
    place += counts[value];
  }
  for (int i = 0; i < LENGTH; ++i) {
    if (data[i] / (VALUES / 2) == number) sorted[places[data[i]]++] = data[i];
  }
  return NULL;
}

int main(void) {
  unsigned random = 1;
  for (int i = 0; i < LENGTH; ++i) {
    random = random * 1664525u + 1013904223u;
    data[i] = (unsigned char)(random >> 24);
  }
  pthread_barrier_init(&counted, NULL, 2);
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, count_and_sort, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  for (int i = 1; i < LENGTH; ++i) assert(sorted[i - 1] <= sorted[i]);
  return 0;
}
