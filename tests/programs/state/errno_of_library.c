// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-O2
//
// What library functions store is seen by everyone who knows the place: by the thread itself through a pointer, in
// optimised code, where the address is asked for once, through a pointer to the function, and by main after the post.

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static sem_t is_set, may_end;
static int* place;
static long (*volatile convert)(const char*, char**, int) = strtol;
static volatile double minus_one = -1;

static int compare(const void* one, const void* other) {
  errno = EDOM;
  return *(const int*)one - *(const int*)other;
}

static void* work(void* unused) {
  int* const mine = &errno;
  strtol("99999999999999999999999", NULL, 10);
  assert(*mine == ERANGE && errno == ERANGE);
  errno = 0;
  strtol("1", NULL, 10);
  assert(*mine == 0);
  convert("99999999999999999999999", NULL, 10);
  assert(*mine == ERANGE);
  errno = 0;
  volatile double root = sqrt(minus_one);
  (void)root;
  assert(*mine == EDOM);
  errno = ERANGE;
  int numbers[] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, compare);
  assert(*mine == EDOM);
  assert(close(77) == -1 && *mine == EBADF);
  place = mine;
  sem_post(&is_set);
  sem_wait(&may_end);
  return unused;
}

int main(void) {
  pthread_t thread;
  char text[64];
  sem_init(&is_set, 0, 0);
  sem_init(&may_end, 0, 0);
  pthread_create(&thread, NULL, work, NULL);
  sem_wait(&is_set);
  assert(*place == EBADF && errno == 0);
  *&errno = *place;
  snprintf(text, sizeof text, "%m");
  assert(strcmp(text, "Bad file descriptor") == 0);
  sem_post(&may_end);
  pthread_join(thread, NULL);
}
