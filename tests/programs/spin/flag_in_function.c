// expect: verdict=safe traces=2 deadlocks=0
//
// As flag.c, with a function that looks at the flag and another that lets time go by.

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <time.h>

static atomic_bool flag;
static int data;

static bool is_set(void) {
  const bool seen = atomic_load(&flag);
  return seen;
}
static void relax(void) {
  const struct timespec moment = {0, 1000};
  sched_yield();
  nanosleep(&moment, NULL);
  __asm__ volatile("pause" ::: "memory");
}

static void* set(void* unused) {
  (void)unused;
  data = 1;
  flag = 1;
  return NULL;
}

int main(void) {
  pthread_t setter;
  pthread_create(&setter, NULL, set, NULL);
  while (!is_set()) relax();
  assert(data == 1);
  pthread_join(setter, NULL);
  return 0;
}
