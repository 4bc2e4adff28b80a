// expect: verdict=safe traces=1
//
// Threads read and write thread-local variables of others while these live, and main's after main has ended.

#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static __thread int own = 1;
static int* pointer;
static int* of_main;
static sem_t is_set, is_read;

static void* work(void* unused) {
  own = 5;
  pointer = &own;
  sem_post(&is_set);
  sem_wait(&is_read);
  return unused;
}

static void* last(void* first) {
  pthread_join(*(pthread_t*)first, NULL);
  ++*of_main;
  return NULL;
}

int main(void) {
  static pthread_t thread;
  pthread_t other;
  of_main = &own;
  sem_init(&is_set, 0, 0);
  sem_init(&is_read, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&is_set);
  ++*pointer;
  sem_post(&is_read);
  pthread_create(&other, NULL, last, &thread);
  pthread_exit(NULL);
}
