// expect: verdict=defect kind=livelock line=12 traces=1 deadlocks=1
//
// A flag that is no atomic: without a data race nobody can set it while it is looked at.

#include <pthread.h>

static int flag;

int main(void) {
  pthread_t self = pthread_self();
  (void)self;
  while (!flag) {
  }
  return 0;
}
