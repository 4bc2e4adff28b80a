// expect: verdict=defect kind=use-after-return line=21 traces=1 says="writes 4 bytes of a stack frame that is gone"
//
//
// The address of a local variable outlives its function, and is used while no other function has its place on the stack.
// Behind an operation: frames that go are not noticed before.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* place;

static void remember(int value) {
  int local[8] = {value};
  place = local;
  ++local[1];
}

int main(void) {
  remember(1);
  pthread_mutex_lock(&lock);
  *place = 2;
  pthread_mutex_unlock(&lock);
  return 0;
}
