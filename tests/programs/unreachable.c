// expect: verdict=defect kind=illegal-instruction line=20 traces=2 deadlocks=1
//
// Two critical sections in either order; in one of them a thread comes to where the program says that nothing comes to.
// It stops there, and does not go on in whatever function is next in memory.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int turn;

static int parts_of(int number) {
  switch (number) {
    case 0:
      return 3;
    case 1:
      return 5;
    default:
      break;
  }
  __builtin_unreachable();
}

static int next_in_memory(int number) { return number; }

static void* take(void* unused) {
  pthread_mutex_lock(&lock);
  const int number = turn + 1;
  pthread_mutex_unlock(&lock);
  return parts_of(number) == 5 ? unused : &turn;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, take, NULL);
  pthread_mutex_lock(&lock);
  turn = next_in_memory(1);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
