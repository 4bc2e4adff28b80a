// expect: verdict=safe traces=2 deadlocks=0
//
// A text is split in one critical section: two orders of two sections.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char first[] = "a b c", second[] = "x y z";
static int count[2];

static void* split(void* number) {
  pthread_mutex_lock(&lock);
  for (char* word = strtok(number == 0 ? first : second, " "); word != 0; word = strtok(0, " ")) ++count[(long)number];
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, split, (void*)0);
  pthread_create(&b, 0, split, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count[0] == 3 && count[1] == 3);
  return 0;
}
