// expect: verdict=safe traces=2 deadlocks=0
//
// As racy_struct_argument.c, but the copy is made under the lock that the writer holds.

#include <pthread.h>

struct settings {
  long limits[8];
};

static struct settings settings;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static long total(struct settings mine) { return mine.limits[0] + mine.limits[7]; }

static void* reads(void* unused) {
  pthread_mutex_lock(&lock);
  const long sum = total(settings);
  pthread_mutex_unlock(&lock);
  return sum < 0 ? unused : NULL;
}

static void* writes(void* unused) {
  pthread_mutex_lock(&lock);
  settings.limits[3] = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reads, NULL);
  pthread_create(&second, NULL, writes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
