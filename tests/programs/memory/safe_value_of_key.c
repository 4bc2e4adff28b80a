// expect: verdict=safe traces=1
// args: --leaks
//
// As value_of_key_lost.c, but main has the value at the end. Nobody destroys it, since main returns.

#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, free);
  pthread_setspecific(key, malloc(5));
  return 0;
}
