// expect: verdict=defect kind=data-race lines=12,17 variable=position
//
// A structure is assigned as a whole while another thread writes a member.

#include <pthread.h>

static struct point {
  long x, y, z;
} position;

static void* copy(void* unused) {
  const struct point mine = position;
  return mine.x < 0 ? unused : NULL;
}

static void* move(void* unused) {
  position.z = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, copy, NULL);
  pthread_create(&second, NULL, move, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
