// expect: verdict=safe traces=2 deadlocks=0
//
// Two elements are sorted with one comparison, and the comparison locks: an operation in the midst of a library
// function. The other thread's critical section comes before or after it.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count = 0;

static void touch(void) {
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
}

static int compare(const void* a, const void* b) {
  touch();
  return *(const int*)a - *(const int*)b;
}

static void* sort(void* unused) {
  int numbers[2] = {2, 1};
  qsort(numbers, 2, sizeof numbers[0], compare);
  assert(numbers[0] == 1 && numbers[1] == 2);
  return unused;
}

static void* touch_once(void* unused) {
  touch();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, sort, NULL);
  pthread_create(&b, NULL, touch_once, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
