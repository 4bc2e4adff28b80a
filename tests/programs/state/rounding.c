// expect: verdict=safe traces=2 deadlocks=0
//
// The rounding mode is the thread's own: the other thread rounds to nearest, whichever comes first.

#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* round_up(void* unused) {
  fesetround(FE_UPWARD);
  touch();
  assert(fegetround() == FE_UPWARD);
  volatile double one = 1, ten = 10;
  volatile long double long_one = 1, long_ten = 10;
  assert(one / ten * ten > 1);
  assert(long_one / long_ten * long_ten > 1);
  return unused;
}

static void* round_to_nearest(void* unused) {
  touch();
  assert(fegetround() == FE_TONEAREST);
  volatile double one = 1, ten = 10;
  assert(one / ten * ten == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, round_up, 0);
  pthread_create(&b, 0, round_to_nearest, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
