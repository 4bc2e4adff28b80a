// expect: verdict=defect kind=data-race lines=12,21 variable=data
//
// The sections are empty of what matters, yet they order the accesses if the first thread is faster, as it is nearly
// always: it writes before its section, the other one after its own. Who looks at that order only sees no race.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* write_before(void* unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* write_after(void* unused) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  data = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, write_before, NULL);
  pthread_create(&second, NULL, write_after, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
