// expect: verdict=safe traces=1 deadlocks=0
// args: --cflags=-O2
//
// One thread writes one member of each element, the other reads the other one. A vectoriser would read both.

#include <pthread.h>

static struct {
  int x, y;
} cells[64];
static int sum;

static void* write_y(void* unused) {
  for (int i = 0; i < 64; ++i) cells[i].y = i;
  return unused;
}

static void* sum_x(void* unused) {
  int result = 0;
  for (int i = 0; i < 64; ++i) result += cells[i].x;
  sum = result;
  return unused;
}

int main(void) {
  pthread_t writer, reader;
  pthread_create(&writer, NULL, write_y, NULL);
  pthread_create(&reader, NULL, sum_x, NULL);
  pthread_join(writer, NULL);
  pthread_join(reader, NULL);
  return sum;
}
