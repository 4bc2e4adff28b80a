// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// The twin of errno_message.c without the lock.

#include <errno.h>
#include <pthread.h>
#include <stddef.h>
#include <stdio.h>

static void* work(void* error) {
  *(int*)error = EACCES;
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, &errno);
  perror("main");
  pthread_join(thread, NULL);
}
