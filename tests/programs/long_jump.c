// expect: verdict=safe traces=3 deadlocks=0
//
// The jumping thread comes twice through its critical section, the other once: 3! / 2! orders.

#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void touch_and_jump(jmp_buf* back, int value) {
  touch();
  longjmp(*back, value);
}

static void* jump(void* unused) {
  jmp_buf back;
  const int value = setjmp(back);
  if (value < 2) touch_and_jump(&back, value + 1);
  assert(value == 2);
  return unused;
}

static void* touch_once(void* unused) {
  touch();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, jump, NULL);
  pthread_create(&b, NULL, touch_once, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
