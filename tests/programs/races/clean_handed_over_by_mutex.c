// expect: verdict=safe traces=2 deadlocks=0
//
// As in racy_hidden_by_mutex.c, but the second thread asks whether the first has been there.

#include <pthread.h>
#include <stdbool.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_written;
static int data;

static void* write_before(void* unused) {
  data = 1;
  pthread_mutex_lock(&lock);
  is_written = true;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* write_after(void* unused) {
  pthread_mutex_lock(&lock);
  const bool may_write = is_written;
  pthread_mutex_unlock(&lock);
  if (may_write) data = 2;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, write_before, NULL);
  pthread_create(&second, NULL, write_after, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
