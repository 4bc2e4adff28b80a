// expect: verdict=safe traces=2 deadlocks=0
//
// A flag under a mutex and a condition variable of C11: the flag is up before the waiter looks, or it is woken.

#include <assert.h>
#include <threads.h>

static mtx_t lock;
static cnd_t bell;
static int is_rung;

static int ring(void* none) {
  (void)none;
  mtx_lock(&lock);
  is_rung = 1;
  cnd_signal(&bell);
  mtx_unlock(&lock);
  return 0;
}

int main(void) {
  thrd_t thread;
  mtx_init(&lock, mtx_recursive);
  cnd_init(&bell);
  thrd_create(&thread, ring, NULL);
  mtx_lock(&lock);
  while (!is_rung) cnd_wait(&bell, &lock);
  mtx_unlock(&lock);
  thrd_join(thread, NULL);
  cnd_destroy(&bell);
  mtx_destroy(&lock);
  return 0;
}
