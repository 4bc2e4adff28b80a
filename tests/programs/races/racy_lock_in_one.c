// expect: verdict=defect kind=data-race lines=12,18 variable=total
//
// A lock that only one of the two threads takes protects nothing.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total;

static void* careful(void* unused) {
  pthread_mutex_lock(&lock);
  total += 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* careless(void* unused) {
  total += 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, careful, NULL);
  pthread_create(&second, NULL, careless, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
