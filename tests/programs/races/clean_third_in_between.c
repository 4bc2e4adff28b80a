// expect: verdict=safe traces=6 deadlocks=0
//
// The same with the data written first: whoever sees 2 comes after both others. 3! orders of the sections.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static int data;

static void* begin(void* unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  stage = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* go_on(void* unused) {
  pthread_mutex_lock(&lock);
  if (stage == 1) stage = 2;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* finish(void* unused) {
  pthread_mutex_lock(&lock);
  const int seen = stage;
  pthread_mutex_unlock(&lock);
  if (seen == 2) data = 2;
  return unused;
}

int main(void) {
  pthread_t first, second, third;
  pthread_create(&first, NULL, begin, NULL);
  pthread_create(&second, NULL, go_on, NULL);
  pthread_create(&third, NULL, finish, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_join(third, NULL);
  return 0;
}
