// expect: verdict=safe traces=3 deadlocks=0
//
// One thread has two critical sections, the other one: 3! / 2! orders. strtok remembers its place between the first
// two, and must do so however often the exploration returns to a point between them.

#include <assert.h>
#include <pthread.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* split(void* unused) {
  char text[] = "one two three";
  assert(strcmp(strtok(text, " "), "one") == 0);
  touch();
  assert(strcmp(strtok(NULL, " "), "two") == 0);
  touch();
  assert(strcmp(strtok(NULL, " "), "three") == 0);
  assert(strtok(NULL, " ") == NULL);
  return unused;
}

static void* interfere(void* unused) {
  touch();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, split, NULL);
  pthread_create(&b, NULL, interfere, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
