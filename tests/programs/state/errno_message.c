// expect: verdict=safe traces=2 deadlocks=0
//
// The functions that print a message for errno read that of their thread, and another thread may store it there under a
// lock.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* error) {
  pthread_mutex_lock(&lock);
  *(int*)error = EACCES;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  char text[64];
  pthread_create(&thread, NULL, work, &errno);
  pthread_mutex_lock(&lock);
  snprintf(text, sizeof text, "%m");
  perror("main");
  pthread_mutex_unlock(&lock);
  pthread_join(thread, NULL);
  assert(strcmp(text, "Success") == 0 || strcmp(text, "Permission denied") == 0);
}
