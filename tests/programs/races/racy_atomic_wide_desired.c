// expect: verdict=defect kind=data-race lines=13,20 variable=desired
//
// A compare-exchange of 24 bytes reads the new value from a plain variable, which main writes.

#include <pthread.h>

struct Wide {
  long words[3];
};
static struct Wide shared, expected, desired;

static void* change(void* unused) {
  __atomic_compare_exchange(&shared, &expected, &desired, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  desired.words[1] = 3;
  pthread_join(thread, NULL);
  return 0;
}
