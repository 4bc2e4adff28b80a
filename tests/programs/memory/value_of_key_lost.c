// expect: verdict=defect kind=leak line=13 traces=1
// expect: says="5 bytes"
// args: --leaks
//
// Another value takes the place of the one that main had for a key.

#include <pthread.h>
#include <stdlib.h>

int main(void) {
  pthread_key_t key;
  pthread_key_create(&key, free);
  pthread_setspecific(key, malloc(5));
  pthread_setspecific(key, NULL);
  return 0;
}
