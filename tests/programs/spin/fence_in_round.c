// expect: verdict=safe traces=13 deadlocks=0
//
// A sequence lock as C11 has it: the reader puts a fence between the data and the number, in each round of its loop. A
// fence changes nothing, so that the loop is a spin loop all the same. The writer runs before the reader, or after it: one
// way each. Otherwise the first round of the reader is cut by the writer somewhere; there are as many ways as without the
// fences.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint sequence;
static atomic_int data;

static void* write_data(void* unused) {
  atomic_store_explicit(&sequence, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&data, 1, memory_order_relaxed);
  atomic_store_explicit(&sequence, 2, memory_order_release);
  return unused;
}

int main(void) {
  pthread_t writer;
  pthread_create(&writer, NULL, write_data, NULL);
  unsigned before;
  int seen;
  do {
    before = atomic_load_explicit(&sequence, memory_order_acquire);
    seen = atomic_load_explicit(&data, memory_order_relaxed);
    atomic_thread_fence(memory_order_acquire);
  } while (before % 2 != 0 || atomic_load_explicit(&sequence, memory_order_relaxed) != before);
  assert(seen == (int)before / 2);
  pthread_join(writer, NULL);
  return 0;
}
