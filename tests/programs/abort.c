// expect: verdict=defect kind=abort line=26 traces=2 deadlocks=0
//
// Main and a thread take the lock in either order; main aborts if it comes second, when the thread has ended or is
// about to, so nobody is left blocked.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int was_here = 0;

static void* visit(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  was_here = 1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t visitor;
  pthread_create(&visitor, NULL, visit, NULL);
  pthread_mutex_lock(&lock);
  const int seen = was_here;
  pthread_mutex_unlock(&lock);
  if (seen) abort();
  pthread_join(visitor, NULL);
  return 0;
}
