// expect: verdict=safe traces=100 deadlocks=0
// expect-bug: verdict=defect kind=data-race,use-after-free line=46,58
//
// Hazard pointers: a reader announces the block that it is about to read, and looks once more whether it is still the
// one to read; the writer frees a block that it has replaced only when no reader has announced it. READERS readers read
// once each, the writer replaces the block once. The block is plain.
//
// With -DBUG=1 the reader does not look once more: the block may be replaced and freed before the reader announces it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef READERS
#define READERS 2
#endif

static _Atomic(int*) shared;
static _Atomic(int*) hazards[READERS];

static int* new_block(int value) {
  int* const block = malloc(sizeof *block);
  if (block == NULL) abort();
  *block = value;
  return block;
}

static int* protect(_Atomic(int*)* hazard) {
  int* block = atomic_load(&shared);
#ifdef BUG
  atomic_store(hazard, block);
#else
  for (;;) {
    atomic_store(hazard, block);
    int* const again = atomic_load(&shared);
    if (again == block) break;
    block = again;
  }
#endif
  return block;
}

static void* read_once(void* hazard) {
  const int* const block = protect(hazard);
  const int value = *block;
  assert(value == 1 || value == 2);
  atomic_store((_Atomic(int*)*)hazard, NULL);
  return NULL;
}

static void* replace(void* unused) {
  int* const old = atomic_exchange(&shared, new_block(2));
  for (int i = 0; i < READERS; ++i) {
    while (atomic_load(&hazards[i]) == old) {
    }
  }
  free(old);
  return unused;
}

int main(void) {
  pthread_t readers[READERS];
  pthread_t writer;
  atomic_init(&shared, new_block(1));
  for (int i = 0; i < READERS; ++i) pthread_create(&readers[i], NULL, read_once, &hazards[i]);
  pthread_create(&writer, NULL, replace, NULL);
  for (int i = 0; i < READERS; ++i) pthread_join(readers[i], NULL);
  pthread_join(writer, NULL);
  free(atomic_load(&shared));
  return 0;
}
