// expect: verdict=safe traces=6 deadlocks=0
// stdin: 12
//
// What a thread does next depends on its character: two orders of reading, and then three of the critical sections of
// the thread that has two with the one of the other.

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void add(void) {
  pthread_mutex_lock(&lock);
  ++sum;
  pthread_mutex_unlock(&lock);
}

static void* work(void* unused) {
  if (getchar() == '1') add();
  add();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return sum == 3 ? 0 : 1;
}
