// expect: verdict=safe traces=6 deadlocks=0
//
// As atomic_wait.cc: the futex looks at the value and queues the waiter up at once.

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
