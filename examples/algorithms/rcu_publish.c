// expect: verdict=safe traces=118 deadlocks=0
// expect-bug: verdict=defect kind=data-race,use-after-free line=36,49
//
// Publication as in read-copy-update: readers follow a pointer without a lock; the writer publishes a new version,
// waits until no reader is under way, and frees the old one. READERS readers read once each. The versions are plain.
//
// With -DBUG=1 the writer does not wait.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 2
#endif

struct version {
  int width, height;
};

static _Atomic(struct version*) current;
static atomic_int reading;  // readers that are under way

static struct version* new_version(int size) {
  struct version* const version = malloc(sizeof *version);
  if (version == NULL) abort();
  version->width = size;
  version->height = size;
  return version;
}

static void* read_once(void* unused) {
  atomic_fetch_add(&reading, 1);
  const struct version* const version = atomic_load(&current);
  const int area = version->width * version->height;
  assert(area == 1 || area == 4);
  atomic_fetch_sub(&reading, 1);
  return unused;
}

static void* update(void* unused) {
  struct version* const old = atomic_load(&current);
  atomic_store(&current, new_version(2));
#ifndef BUG
  while (atomic_load(&reading) != 0) {
  }
#endif
  free(old);
  return unused;
}

int main(void) {
  pthread_t readers[READERS];
  pthread_t writer;
  atomic_init(&current, new_version(1));
  for (int i = 0; i < READERS; ++i) pthread_create(&readers[i], NULL, read_once, NULL);
  pthread_create(&writer, NULL, update, NULL);
  for (int i = 0; i < READERS; ++i) pthread_join(readers[i], NULL);
  pthread_join(writer, NULL);
  free(atomic_load(&current));
  return 0;
}
