// expect: verdict=defect kind=lock-misuse line=17 traces=2
// expect: says="initialises a mutex that was initialised or used before, and not destroyed"
//
// The thread that uses a mutex is created before it is initialised: it may come first. If it comes second, the two
// race, for only the mutex itself orders them.

#include <pthread.h>

static pthread_mutex_t mutex;
static void* use(void* unused) {
  pthread_mutex_lock(&mutex);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, use, NULL);
  pthread_mutex_init(&mutex, NULL);
  pthread_join(thread, NULL);
  return 0;
}
