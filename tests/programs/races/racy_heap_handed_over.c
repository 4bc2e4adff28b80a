// expect: verdict=defect kind=data-race lines=15,24
//
// The sender writes the block when it has handed it over: a race only if it was received.

#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* mailbox;

static void* send(void* block) {
  pthread_mutex_lock(&lock);
  mailbox = block;
  pthread_mutex_unlock(&lock);
  *(int*)block = 1;
  return NULL;
}

static void* receive(void* unused) {
  pthread_mutex_lock(&lock);
  int* const block = mailbox;
  pthread_mutex_unlock(&lock);
  if (block != NULL) {
    *block = 2;
  }
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  int* const block = malloc(sizeof *block);
  pthread_create(&sender, NULL, send, block);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  free(block);
  return 0;
}
