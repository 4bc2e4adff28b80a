// expect: verdict=safe traces=2
// Each thread copies the text before it unlocks.
#include <pthread.h>
#include <string.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char texts[2][32];

static void* print(void* number) {
  struct tm time = {.tm_year = 100 + (int)(long)number, .tm_mday = 1};
  pthread_mutex_lock(&lock);
  strcpy(texts[(long)number], asctime(&time));
  pthread_mutex_unlock(&lock);
  return 0;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, print, (void*)1);
  print(0);
  pthread_join(thread, 0);
}
