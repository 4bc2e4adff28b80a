// expect: verdict=safe traces=70 deadlocks=0
// expect-bug: verdict=defect kind=data-race line=29,40
//
// A ring buffer between one producer and one consumer without a lock: each has a counter that only it writes. The slots
// are plain. ITEMS items go through CAPACITY slots.
//
// With -DBUG=1 the producer counts an item before it is in its slot.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef ITEMS
#define ITEMS 3
#endif
#ifndef CAPACITY
#define CAPACITY 2
#endif

static int slots[CAPACITY];
static atomic_uint produced, consumed;

static void put(int item) {
  const unsigned count = atomic_load(&produced);
  while (count - atomic_load(&consumed) == CAPACITY) {
  }
#ifdef BUG
  atomic_store(&produced, count + 1);
  slots[count % CAPACITY] = item;
#else
  slots[count % CAPACITY] = item;
  atomic_store(&produced, count + 1);
#endif
}

static int take(void) {
  const unsigned count = atomic_load(&consumed);
  while (atomic_load(&produced) == count) {
  }
  const int item = slots[count % CAPACITY];
  atomic_store(&consumed, count + 1);
  return item;
}

static void* produce(void* unused) {
  for (int i = 1; i <= ITEMS; ++i) put(i);
  return unused;
}

static void* consume(void* unused) {
  for (int i = 1; i <= ITEMS; ++i) {
    const int item = take();
    assert(item == i);
  }
  return unused;
}

int main(void) {
  pthread_t producer, consumer;
  pthread_create(&producer, NULL, produce, NULL);
  pthread_create(&consumer, NULL, consume, NULL);
  pthread_join(producer, NULL);
  pthread_join(consumer, NULL);
  return 0;
}
