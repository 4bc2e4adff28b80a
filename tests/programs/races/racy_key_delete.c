// expect: verdict=defect kind=data-race lines=10,17
//
// Main deletes a key that a thread uses, with no order between the two.

#include <pthread.h>

static pthread_key_t key;

static void* use(void* unused) {
  pthread_setspecific(key, &key);
  return unused;
}
int main(void) {
  pthread_t thread;
  pthread_key_create(&key, NULL);
  pthread_create(&thread, NULL, use, NULL);
  pthread_key_delete(key);
  pthread_join(thread, NULL);
  return 0;
}
