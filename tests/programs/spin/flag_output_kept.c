// expect: verdict=defect kind=livelock traces=2 deadlocks=2
//
// The twin of flag_output.c: no thread gives the lock back.

#include <assert.h>
#include <pthread.h>

static int locked;
static int count;

static void* add(void* unused) {
  for (;;) {
    int expected = 0;
    _Bool is_taken;
    __asm__ volatile("lock; cmpxchgl %3, %1"
                     : "=@ccz"(is_taken), "+m"(locked), "+a"(expected)
                     : "r"(1)
                     : "memory");
    if (is_taken) break;
  }
  ++count;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add, NULL);
  pthread_create(&b, NULL, add, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(count == 2);
  return 0;
}
