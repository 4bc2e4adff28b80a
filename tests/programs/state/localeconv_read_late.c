// expect: verdict=defect kind=data-race traces=2 deadlocks=2
//
// The structure of localeconv is read while another thread has it filled again.
#include <locale.h>
#include <pthread.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char point[2];
static void* look(void* number) {
  pthread_mutex_lock(&mutex);
  struct lconv* found = localeconv();
  pthread_mutex_unlock(&mutex);
  point[(long)number] = found->decimal_point[0];
  return 0;
}

int main(void) {
  pthread_t threads[2];
  for (long i = 0; i < 2; ++i) pthread_create(&threads[i], 0, look, (void*)i);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], 0);
}
