// expect: verdict=safe traces=2 deadlocks=0
//
// Each thread holds two locks, and one of them is the same: two orders of the sections that `middle` guards.

#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t middle = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* add_left(void* unused) {
  pthread_mutex_lock(&left);
  pthread_mutex_lock(&middle);
  total += 1;
  pthread_mutex_unlock(&middle);
  pthread_mutex_unlock(&left);
  return unused;
}

static void* add_right(void* unused) {
  pthread_mutex_lock(&middle);
  pthread_mutex_lock(&right);
  total += 2;
  pthread_mutex_unlock(&right);
  pthread_mutex_unlock(&middle);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, add_left, NULL);
  pthread_create(&second, NULL, add_right, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
