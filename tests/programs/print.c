// expect: verdict=safe traces=2 deadlocks=0
//
// Two critical sections in either order. Writing is no operation that the exploration sees: the second thread writes
// outside of its section too, and that makes no difference.

#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* write_inside(void* word) {
  pthread_mutex_lock(&lock);
  printf("%s %d\n", (const char*)word, 1);
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* write_everywhere(void* word) {
  puts("before");
  write_inside(word);
  fputs("after\n", stdout);
  fprintf(stderr, "%s\n", "and an error");
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_inside, "one");
  pthread_create(&b, NULL, write_everywhere, "two");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
