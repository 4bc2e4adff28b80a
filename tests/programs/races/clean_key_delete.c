// expect: verdict=safe traces=1 deadlocks=0
//
// Main deletes a key after the threads that use it were joined. Their uses are in no order.

#include <pthread.h>

static pthread_key_t key;

static void* use(void* unused) {
  pthread_setspecific(key, &key);
  return pthread_getspecific(key) == &key ? unused : NULL;
}

int main(void) {
  pthread_t first, second;
  pthread_key_create(&key, NULL);
  pthread_create(&first, NULL, use, NULL);
  pthread_create(&second, NULL, use, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  pthread_key_delete(key);
  return 0;
}
