// expect: verdict=defect kind=segmentation-fault line=23 traces=2 deadlocks=1
//
// Two critical sections in either order; after `clear` the pointer is null. `use` fails with the lock held and main
// waits for it for ever.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number = 7;
static int* pointer = &number;

static void* clear(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pointer = NULL;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* use(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++*pointer;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, clear, NULL);
  pthread_create(&b, NULL, use, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
