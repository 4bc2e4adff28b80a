// expect: verdict=safe traces=7 deadlocks=0
//
// As atomic_wait.cc, but when the waiter finds that somebody has stored since its load, the futex itself loads once more
// to see whether the value differs: where it queues up in vain between the store and the wake-up, that load and the
// waiter's own come both before the wake-up, around it, or both after it: 3 instead of 2.

#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int flag;

static void* wait_for_it(void* unused) {
  (void)unused;
  while (flag == 0) syscall(SYS_futex, &flag, FUTEX_WAIT_PRIVATE, 0, NULL, NULL, 0);
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  flag = 1;
  syscall(SYS_futex, &flag, FUTEX_WAKE_PRIVATE, INT_MAX, NULL, NULL, 0);
  pthread_join(waiter, NULL);
  return 0;
}
