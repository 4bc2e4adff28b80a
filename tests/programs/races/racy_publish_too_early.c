// expect: verdict=defect kind=data-race lines=13,19 variable=message
//
// The flag is atomic, but set before the message is written: a race only if the reader sees the flag.

#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_int ready;

static void* publish(void* unused) {
  atomic_store(&ready, 1);
  message = 42;
  return unused;
}

static void* receive(void* got) {
  if (!atomic_load(&ready)) return NULL;
  return message == 0 ? NULL : got;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, publish, NULL);
  pthread_create(&second, NULL, receive, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
