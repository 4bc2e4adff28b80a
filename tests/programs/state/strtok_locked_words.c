// expect: verdict=defect kind=assertion line=31 traces=6 deadlocks=0
//
// Each call of strtok is in a critical section, so that there is no race; but the position is that of the other thread's
// text when that comes in between.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char first[] = "a b", second[] = "x y";
static int count[2];

static void* split(void* number) {
  char* text = number == 0 ? first : second;
  for (int i = 0; i < 2; ++i) {
    pthread_mutex_lock(&lock);
    const char* word = strtok(i == 0 ? text : 0, " ");
    if (word != 0 && word >= text && word <= text + 3) ++count[(long)number];
    pthread_mutex_unlock(&lock);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, split, (void*)0);
  pthread_create(&b, 0, split, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(count[0] == 2 && count[1] == 2);
  return 0;
}
