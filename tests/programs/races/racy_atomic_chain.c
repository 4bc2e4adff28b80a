// expect: verdict=defect kind=data-race lines=12,25 variable=data
//
// The thread in the middle passes on what it has not got: it does not look whether the first atomic was set.

#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int written, passed_on;

static void* write_data(void* unused) {
  data = 1;
  atomic_store(&written, 1);
  return unused;
}

static void* pass_on(void* unused) {
  atomic_load(&written);
  atomic_store(&passed_on, 1);
  return unused;
}

static void* read_data(void* got) {
  if (!atomic_load(&passed_on)) return NULL;
  return data == 0 ? NULL : got;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, write_data, NULL);
  pthread_create(&second, NULL, pass_on, NULL);
  pthread_create(&third, NULL, read_data, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return 0;
}
