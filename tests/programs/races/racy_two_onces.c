// expect: verdict=defect kind=data-race lines=11,11 variable=value
//
// Each module has a pthread_once_t of its own for the same initialisation.

#include <pthread.h>

static pthread_once_t mine = PTHREAD_ONCE_INIT;
static pthread_once_t yours = PTHREAD_ONCE_INIT;
static int value;

static void initialise(void) { value = 42; }

static void* use_mine(void* unused) {
  pthread_once(&mine, initialise);
  return unused;
}

static void* use_yours(void* unused) {
  pthread_once(&yours, initialise);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use_mine, NULL);
  pthread_create(&second, NULL, use_yours, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
