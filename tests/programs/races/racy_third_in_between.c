// expect: verdict=defect kind=data-race lines=16,32 variable=data
//
// The first thread brings the stage to 1, the second from 1 to 2, and the third touches the data only if it sees 2: a
// race only in the one order of the three in which the first goes first and the third last.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stage;
static int data;

static void* begin(void* unused) {
  pthread_mutex_lock(&lock);
  stage = 1;
  pthread_mutex_unlock(&lock);
  data = 1;
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
  if (seen == 2) {
    data = 2;
  }
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
