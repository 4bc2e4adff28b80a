// expect: verdict=safe traces=1 deadlocks=0
//
// As racy_atomic_wide_exchange.c, but main reads the new value, which the exchange only reads, too.

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
  const long found = value.words[1];
  pthread_join(thread, NULL);
  return found == 7;
}
