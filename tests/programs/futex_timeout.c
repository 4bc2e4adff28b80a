// expect: verdict=safe traces=7 deadlocks=0
//
// The waiter loads once, and waits for one second at most. It loads after the store S: before the wake-up W or after it,
// 2. It queues up before S and is woken, or gives up before S or between S and W: 3. It comes to queue up after S, in
// vain, before W or after it: 2.

#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static atomic_int flag;

static void* wait_for_it(void* unused) {
  (void)unused;
  const struct timespec second = {1, 0};
  if (flag == 0 && syscall(SYS_futex, &flag, FUTEX_WAIT, 0, &second) != 0) {
    assert(errno == ETIMEDOUT || errno == EAGAIN);
  }
  return NULL;
}

int main(void) {
  pthread_t waiter;
  pthread_create(&waiter, NULL, wait_for_it, NULL);
  flag = 1;
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1);
  pthread_join(waiter, NULL);
  return 0;
}
