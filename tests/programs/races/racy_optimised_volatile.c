// expect: verdict=defect kind=data-race lines=13,19 variable=ready
// args: --cflags=-O2
//
// An optimiser drops what is done with the value, but it adds no read of a volatile variable: the race is certain.

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
  pthread_create(&reader, NULL, look, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return 0;
}
