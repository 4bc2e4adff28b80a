// expect: verdict=defect kind=data-race lines=13,20 variable=total
//
// Each thread holds a lock, but not the same one.

#include <pthread.h>

static pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t right = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* add_left(void* unused) {
  pthread_mutex_lock(&left);
  total += 1;
  pthread_mutex_unlock(&left);
  return unused;
}

static void* add_right(void* unused) {
  pthread_mutex_lock(&right);
  total += 2;
  pthread_mutex_unlock(&right);
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
