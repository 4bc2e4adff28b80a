// expect: verdict=safe traces=3 deadlocks=0
// stdin: 2 words
//
// The number in the input says how many critical sections the thread has, main has one: 3! / 2! orders. Every run of
// the exploration must find the same input, from its beginning.

#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void touch(void) {
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
}

static void* work(void* unused) {
  int number = 0;
  char word[8] = "";
  assert(scanf("%d", &number) == 1);
  for (int i = 0; i < number; ++i) touch();
  assert(scanf("%7s", word) == 1 && strcmp(word, "words") == 0);
  assert(getchar() == '\n' && getchar() == EOF);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  touch();
  pthread_join(thread, NULL);
  return 0;
}
