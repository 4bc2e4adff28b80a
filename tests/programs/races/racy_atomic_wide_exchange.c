// expect: verdict=defect kind=data-race lines=13,20 variable=old
//
// An exchange of 24 bytes writes what it finds to a plain variable, which main reads.

#include <pthread.h>

struct Wide {
  long words[3];
};
static struct Wide shared, value, old;

static void* change(void* unused) {
  __atomic_exchange(&shared, &value, &old, __ATOMIC_SEQ_CST);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, change, NULL);
  const long found = old.words[1];
  pthread_join(thread, NULL);
  return found == 7;
}
