// expect: verdict=defect kind=assertion line=31 traces=16 deadlocks=0
//
// The twin of fence_in_round.c: an odd number is no reason to read again, so that data of a write that is under way is
// taken for that of the next number.

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
  } while (atomic_load_explicit(&sequence, memory_order_relaxed) != before);
  assert(seen == (int)(before + 1) / 2);
  pthread_join(writer, NULL);
  return 0;
}
