// expect: verdict=safe traces=4 deadlocks=0
//
// A lock of inline assembly that tells by a flag of the processor whether it was taken. Clang adds what values such an
// output can have, which is no effect of a round. Either thread is first, and the other one finds the lock taken or not.

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
  __asm__ volatile("movl $0, %0" : "=m"(locked)::"memory");
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
