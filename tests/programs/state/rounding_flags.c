// expect: verdict=safe traces=2 deadlocks=0
//
// The flag that one thread raises is not seen by the other, nor by main, but is still there after an operation.

#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* divide(void* unused) {
  volatile double zero = 0, one = 1;
  volatile double result = one / zero;
  touch();
  assert(fetestexcept(FE_DIVBYZERO) != 0 && result > 0);
  return unused;
}

static void* look(void* unused) {
  touch();
  assert(fetestexcept(FE_ALL_EXCEPT) == 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, divide, 0);
  pthread_create(&b, 0, look, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(fetestexcept(FE_DIVBYZERO) == 0);
  return 0;
}
