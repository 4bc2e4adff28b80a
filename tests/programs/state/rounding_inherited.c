// expect: verdict=defect kind=assertion line=11 traces=1 deadlocks=1
//
// A new thread begins with the environment of its creator: rounding mode and flags.

#include <assert.h>
#include <fenv.h>
#include <pthread.h>

static void* look(void* unused) {
  assert(fetestexcept(FE_DIVBYZERO) != 0);
  assert(fegetround() == FE_TONEAREST);  // but main has set another
  return unused;
}

int main(void) {
  pthread_t thread;
  feraiseexcept(FE_DIVBYZERO);
  fesetround(FE_DOWNWARD);
  pthread_create(&thread, 0, look, 0);
  pthread_join(thread, 0);
  return 0;
}
