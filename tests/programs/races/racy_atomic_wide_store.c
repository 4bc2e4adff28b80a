// expect: verdict=defect kind=data-race lines=13,20 variable=value
//
// An atomic store of 24 bytes reads a plain variable, which main writes.

#include <pthread.h>

struct Wide {
  long words[3];
};
static struct Wide shared, value;

static void* change(void* unused) {
  __atomic_store(&shared, &value, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  value.words[1] = 5;
  pthread_join(thread, NULL);
  return 0;
}
