// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections on `lock` in either order. A thread that locks it again is told EDEADLK and goes on. `kept` is
// main's all the time, so the others are told EPERM; they ask while they hold `lock`, so that its order decides this
// one too.

#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock, kept;

static void* err(void* unused) {
  (void)unused;
  assert(pthread_mutex_lock(&lock) == 0);
  assert(pthread_mutex_lock(&lock) == EDEADLK);
  assert(pthread_mutex_unlock(&kept) == EPERM);
  assert(pthread_mutex_unlock(&lock) == 0);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
  pthread_mutex_init(&lock, &attributes);
  pthread_mutex_init(&kept, &attributes);
  assert(pthread_mutex_unlock(&kept) == EPERM);
  assert(pthread_mutex_lock(&kept) == 0);
  pthread_create(&a, NULL, err, NULL);
  pthread_create(&b, NULL, err, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(pthread_mutex_unlock(&kept) == 0);
  return 0;
}
