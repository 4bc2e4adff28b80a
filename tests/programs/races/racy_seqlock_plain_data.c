// expect: verdict=defect kind=data-race lines=17,25 variable=data
//
// A sequence lock whose data is plain: the reader throws away what it read while the writer was at work, but it has
// read it, and that is a race.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sequence;
static int data;

static void* update(void* unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  data = 7;
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

static void* look(void* unused) {
  const int before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before % 2 != 0) return unused;
  const int seen = data;
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&sequence, memory_order_relaxed) == before) assert(seen == 0 || seen == 7);
  return unused;
}

int main(void) {
  pthread_t update_thread, look_thread;
  pthread_create(&update_thread, NULL, update, NULL);
  pthread_create(&look_thread, NULL, look, NULL);
  pthread_join(update_thread, NULL);
  pthread_join(look_thread, NULL);
  return 0;
}
