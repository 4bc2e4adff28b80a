// expect: verdict=safe traces=11 deadlocks=0
//
// A sequence lock done right: what it guards is atomic, too, though relaxed, and the fences keep the reads between the
// looks at the sequence. The first look finds 1 or 2: one trace each. It finds 0, and so does the last: one more. The
// last finds 1 or 2: each value may be old or new, 8 more.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static atomic_int sequence, low, high;

static void* update(void* unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&low, 7, memory_order_relaxed);
  atomic_store_explicit(&high, 7, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

static void* look(void* unused) {
  const int before = atomic_load_explicit(&sequence, memory_order_acquire);
  if (before % 2 != 0) return unused;
  const int seen_low = atomic_load_explicit(&low, memory_order_relaxed);
  const int seen_high = atomic_load_explicit(&high, memory_order_relaxed);
  atomic_thread_fence(memory_order_acquire);
  if (atomic_load_explicit(&sequence, memory_order_relaxed) == before) assert(seen_low == seen_high);
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
