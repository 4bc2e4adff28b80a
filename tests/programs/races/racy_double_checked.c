// expect: verdict=defect kind=data-race lines=13,17 variable=instance
//
// Double-checked locking with a plain pointer: the first check is outside of the lock.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;
static int* instance;

static void* use(void* unused) {
  if (instance == NULL) {
    pthread_mutex_lock(&lock);
    if (instance == NULL) {
      value = 7;
      instance = &value;
    }
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
