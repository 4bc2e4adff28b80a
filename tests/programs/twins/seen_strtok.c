// expect: verdict=safe traces=1
// strtok in one thread, strtok_r in the other.
#include <pthread.h>
#include <string.h>

static char first[] = "a b c", second[] = "x y z";
static int count[2];

static void* split(void* unused) {
  char* place = 0;
  for (char* word = strtok_r(second, " ", &place); word != 0; word = strtok_r(0, " ", &place)) ++count[1];
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, split, 0);
  for (char* word = strtok(first, " "); word != 0; word = strtok(0, " ")) ++count[0];
  pthread_join(other, 0);
}
