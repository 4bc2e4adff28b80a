// expect: verdict=safe traces=2 deadlocks=0
// args: --cflags=-O2
//
// The reader looks at the data only when the flag is set. An optimiser would read it before it knows, and throw the
// value away.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
static int data;

static void* publish(void* unused) {
  data = 1;
  atomic_store(&flag, 1);
  return unused;
}

static void* read_if_published(void* unused) {
  long result = 0;
  if (atomic_load(&flag)) result = data;
  return (void*)result;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, publish, NULL);
  pthread_create(&reader, NULL, read_if_published, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
