// expect: verdict=safe traces=6 deadlocks=0
//
// Three critical sections.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_spinlock_t lock;

static void* work(void* none) {
  pthread_spin_lock(&lock);
  assert(pthread_spin_trylock(&lock) == EBUSY);
  pthread_spin_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  assert(pthread_spin_destroy(&lock) == 0);
  return 0;
}
