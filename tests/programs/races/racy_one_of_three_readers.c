// expect: verdict=defect kind=data-race lines=12,24 variable=value
//
// Three threads read; one of them has been told that the value is written, one never reads it, one does not wait.

#include <pthread.h>
#include <semaphore.h>

static sem_t written;
static int value;

static void* write_value(void* unused) {
  value = 1;
  sem_post(&written);
  return unused;
}

static void* wait_and_read(void* unused) {
  sem_wait(&written);
  return value < 0 ? unused : NULL;
}

static void* do_not_read(void* unused) { return unused; }

static void* do_not_wait(void* unused) { return value < 0 ? unused : NULL; }

int main(void) {
  pthread_t threads[4];
  void* (*const functions[4])(void*) = {write_value, wait_and_read, do_not_read, do_not_wait};
  sem_init(&written, 0, 0);
  for (int i = 0; i < 4; ++i) pthread_create(&threads[i], NULL, functions[i], NULL);
  for (int i = 0; i < 4; ++i) pthread_join(threads[i], NULL);
  return 0;
}
