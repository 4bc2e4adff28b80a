// expect: verdict=defect kind=nontermination line=26 traces=2 deadlocks=1
// args: --step-timeout=0.3
//
// Two critical sections in either order; the thread that finds the other's mark never comes to its next operation.
// Main, who joins, is blocked.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int is_marked = 0;

static void* mark(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  is_marked = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* spin_if_marked(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  const int seen = is_marked;
  pthread_mutex_unlock(&lock);
  if (seen) {
    for (;;) {
    }
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, mark, NULL);
  pthread_create(&b, NULL, spin_if_marked, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
