// expect: verdict=safe traces=2 deadlocks=0
//
// A reference count: who takes it to 0 comes after all others, and frees. Two orders of the decrements.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct shared {
  atomic_int references;
  int parts[2];
};

struct handle {
  struct shared* shared;
  int number;
};

static void* use_and_drop(void* argument) {
  const struct handle* handle = argument;
  struct shared* const shared = handle->shared;
  shared->parts[handle->number] = 1;
  if (atomic_fetch_sub(&shared->references, 1) == 1) {
    assert(shared->parts[0] + shared->parts[1] == 2);
    free(shared);
  }
  return NULL;
}

int main(void) {
  pthread_t first, second;
  struct shared* const shared = calloc(1, sizeof *shared);
  atomic_init(&shared->references, 2);
  struct handle handles[2] = {{shared, 0}, {shared, 1}};
  pthread_create(&first, NULL, use_and_drop, &handles[0]);
  pthread_create(&second, NULL, use_and_drop, &handles[1]);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
