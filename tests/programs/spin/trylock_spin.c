// expect: verdict=safe traces=4 deadlocks=0
//
// The same with a spinlock.

#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t lock;
static int counter;

static void* adds(void* arg) {
  while (pthread_spin_trylock(&lock) != 0) {
  }
  ++counter;
  pthread_spin_unlock(&lock);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
}
