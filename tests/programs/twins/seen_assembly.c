// expect: verdict=incomplete traces=6
// args: --allow-asm
// The same under a mutex: each order of the threads is a trace of its own, in which the assembly does the same again, so
// that no twin differs. It is the assembly itself that takes safe away.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int ticket, mine[3];

static void* take(void* number) {
  int value = 1;
  pthread_mutex_lock(&lock);
  __asm__ volatile("1: lock xaddl %0, %1" : "+r"(value), "+m"(ticket)::"memory");
  mine[(long)number] = value;
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t threads[3];
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, take, (void*)i);
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  assert(ticket == 3);
}
