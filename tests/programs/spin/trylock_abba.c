// expect: verdict=defect kind=deadlock traces=5 deadlocks=1
//
// Two locks in opposite orders, the second of them tried. One thread has both before the other begins, which then finds the
// last one busy or free (2 + 2), or both wait for each other.

#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;

static void* forward(void* arg) {
  pthread_mutex_lock(&first);
  while (pthread_mutex_trylock(&second) != 0) {
  }
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return arg;
}

static void* backward(void* arg) {
  pthread_mutex_lock(&second);
  while (pthread_mutex_trylock(&first) != 0) {
  }
  pthread_mutex_unlock(&first);
  pthread_mutex_unlock(&second);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, forward, NULL);
  pthread_create(&b, NULL, backward, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
