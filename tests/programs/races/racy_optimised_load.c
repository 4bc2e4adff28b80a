// expect: verdict=defect kind=data-race lines=14,20 variable=data
// args: --cflags=-O2
//
// The twin of clean_speculated_load.c: the reader looks at the data whatever the flag says.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;
int data;
int seen;

static void* publish(void* unused) {
  data = 1;
  atomic_store(&flag, 1);
  return unused;
}

static void* read_always(void* unused) {
  seen = data + atomic_load(&flag);
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, publish, NULL);
  pthread_create(&reader, NULL, read_always, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return seen == 5;
}
