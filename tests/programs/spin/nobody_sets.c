// expect: verdict=defect kind=livelock line=12 traces=1 deadlocks=1
//
// Nobody sets the flag.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int flag;

static void* wait(void* unused) {
  (void)unused;
  while (!flag) {
  }
  return NULL;
}

int main(void) {
  pthread_t waiting;
  pthread_create(&waiting, NULL, wait, NULL);
  pthread_join(waiting, NULL);
  return 0;
}
