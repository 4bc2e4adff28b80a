// expect: kind=assertion
//
// Double-checked initialisation
//
// The pointer is published before what it points to is complete: who finds it in the first, unlocked check goes on with
// half an object. Publish last.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
  atomic_int threads;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static _Atomic(struct settings*) shared;

static int read_registry(void) {
  pthread_mutex_lock(&registry);
  const int threads = 4;
  pthread_mutex_unlock(&registry);
  return threads;
}

static struct settings* get_settings(void) {
  struct settings* settings = atomic_load(&shared);
  if (settings != NULL) return settings;
  pthread_mutex_lock(&lock);
  settings = atomic_load(&shared);
  if (settings == NULL) {
    settings = calloc(1, sizeof *settings);
    atomic_store(&shared, settings);
    settings->threads = read_registry();
  }
  pthread_mutex_unlock(&lock);
  return settings;
}

static void* use(void* none) {
  assert(get_settings()->threads == 4);
  return none;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
