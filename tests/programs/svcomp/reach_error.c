// expect: verdict=defect kind=reach-error line=16 traces=2 deadlocks=1
//
// Two orders of the critical sections; in one of them the writer comes first, and main waits for a reader that failed.

#include <pthread.h>

void reach_error();

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void* read_it(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  if (data == 1)
    reach_error();
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t reader;
  pthread_create(&reader, NULL, read_it, NULL);
  pthread_mutex_lock(&lock);
  data = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(reader, NULL);
  return 0;
}
