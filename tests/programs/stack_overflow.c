// expect: verdict=defect kind=stack-overflow line=14 traces=2 deadlocks=1
//
// Two critical sections in either order; the depth to descend to is within reach before the other thread makes it
// negative, and out of reach after. The function stands in one line, since the stack may end at any point of it; it
// uses the stack after the call, so that no compiler makes a loop of it. Main, who joins, is blocked.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int bottom = 3;
static long sum;

// clang-format off
static long descend(int depth, int to) { volatile char ballast[512] = {1}; return depth == to ? 0 : descend(depth + 1, to) + ballast[0]; }
// clang-format on

static void* dig(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  bottom = -1;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* go_down(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  const int to = bottom;
  pthread_mutex_unlock(&lock);
  sum = descend(0, to);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, dig, NULL);
  pthread_create(&b, NULL, go_down, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return sum == 3 ? 0 : 1;
}
