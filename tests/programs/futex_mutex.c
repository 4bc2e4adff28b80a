// expect: verdict=safe traces=16 deadlocks=0
//
// A lock of one's own: 0 free, 1 taken, 2 taken and somebody waits. Either thread is the first, 2 times: the other tries
// after its unlock U, 1; tries before and exchanges after U, 1; or exchanges before U, and then the wake-up W of the
// first follows U. The other then queues up before U and is woken, 1; or finds the value changed, after W, 1, or between
// U and W: 4 places of W among the other's exchange, unlock and wake-up.

#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int word;
static int counter;

static void lock(void) {
  int seen = 0;
  if (atomic_compare_exchange_strong(&word, &seen, 1)) return;
  while (atomic_exchange(&word, 2) != 0) syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, 2, NULL);
}
static void unlock(void) {
  if (atomic_exchange(&word, 0) == 2) syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, 1);
}

static void* count(void* unused) {
  (void)unused;
  lock();
  ++counter;
  unlock();
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, count, NULL);
  pthread_create(&b, NULL, count, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(counter == 2);
  return 0;
}
