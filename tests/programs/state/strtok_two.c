// expect: verdict=defect kind=data-race line=12 traces=1 deadlocks=1
//
// strtok keeps one position for the process.

#include <pthread.h>
#include <string.h>

static char first[] = "a b c", second[] = "x y z";
static int count[2];

static void* split(void* number) {
  for (char* word = strtok(number == 0 ? first : second, " "); word != 0; word = strtok(0, " ")) ++count[(long)number];
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, split, (void*)0);
  pthread_create(&b, 0, split, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
