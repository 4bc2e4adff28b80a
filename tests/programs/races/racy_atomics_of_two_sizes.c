// expect: verdict=defect kind=data-race lines=12,21 variable=word
//
// A word is accessed atomically by its first byte, too, so that its bytes are one object for the engine, whatever the
// size. That is no reason to take the plain access for one of its operations.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic uint32_t word;

static void* stores(void* none) {
  atomic_store(&word, 1);
  return none;
}

int main(void) {
  atomic_store(&word, 2);
  atomic_store((_Atomic uint8_t*)&word, 3);
  pthread_t thread;
  pthread_create(&thread, NULL, stores, NULL);
  *(uint32_t*)&word = 4;
  pthread_join(thread, NULL);
  return 0;
}
