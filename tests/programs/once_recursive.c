// expect: verdict=defect kind=deadlock line=9 traces=1 deadlocks=1
//
// What is to be done once asks for itself to be done.

#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) { pthread_once(&once, initialise); }

int main(void) {
  pthread_once(&once, initialise);
  return 0;
}
