// expect: verdict=safe traces=6
// stdin: 12
// The character decides which operations a thread does: under another order of the reads it announces others.
#include <pthread.h>
#include <stdio.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void* next(void* unused) {
  if (getchar() == '1') {
    pthread_mutex_lock(&lock);
    ++count;
    pthread_mutex_unlock(&lock);
  }
  pthread_mutex_lock(&lock);
  ++count;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, next, 0);
  pthread_create(&b, 0, next, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
