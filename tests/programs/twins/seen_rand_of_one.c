// expect: verdict=safe traces=1
// One thread draws, so that nothing orders it with others.
#include <pthread.h>
#include <stdlib.h>

static int drawn, other;
static void* draw(void* unused) {
  drawn = rand() % 6;
  return unused;
}
static void* write_other(void* unused) {
  other = 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, draw, 0);
  pthread_create(&b, 0, write_other, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
}
