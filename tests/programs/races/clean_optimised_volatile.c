// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-O2
//
// The twin of racy_optimised_volatile.c: the reader comes after the writer.

#include <pthread.h>

static volatile int ready;
static int unused_data;

static void* publish(void* unused) {
  unused_data = 1;
  ready = 1;
  return unused;
}

static void* look(void* unused) {
  // The store below is dropped, since no function reads that variable.
  if (ready != 0) unused_data = 2;
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, publish, NULL);
  pthread_join(writer, NULL);
  pthread_create(&reader, NULL, look, NULL);
  pthread_join(reader, NULL);
  return 0;
}
