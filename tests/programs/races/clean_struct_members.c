// expect: verdict=safe traces=1 deadlocks=0
//
// Two members of one structure, of 1 and of 4 bytes, each with a thread of its own.

#include <pthread.h>

static struct {
  char name;
  int count;
} record;

static void* rename_it(void* unused) {
  record.name = 'x';
  return unused;
}

static void* count_it(void* unused) {
  ++record.count;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, rename_it, NULL);
  pthread_create(&second, NULL, count_it, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
