// expect: verdict=defect kind=assertion line=23 traces=6 deadlocks=0
//
// Three critical sections in any of 3! orders. The digits that the threads append read 321 after one of them only. Main
// fails when all others have ended, so nobody is left blocked.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int digits = 0;

static void* append(void* digit) {
  pthread_mutex_lock(&lock);
  digits = digits * 10 + (int)(long)digit;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], NULL, append, (void*)(i + 1));
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], NULL);
  assert(digits != 321);
  return 0;
}
