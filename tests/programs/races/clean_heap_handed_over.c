// expect: verdict=safe traces=2 deadlocks=0
//
// A block is handed over in a mailbox under a lock. Who finds it owns it: reads, writes and frees it without the lock.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int* mailbox;

static void* send(void* unused) {
  int* const block = malloc(4 * sizeof *block);
  for (int i = 0; i < 4; ++i) block[i] = i;
  pthread_mutex_lock(&lock);
  mailbox = block;
  pthread_mutex_unlock(&lock);
  return unused;
}

static void* receive(void* unused) {
  pthread_mutex_lock(&lock);
  int* const block = mailbox;
  mailbox = NULL;
  pthread_mutex_unlock(&lock);
  if (block == NULL) return unused;
  assert(block[3] == 3);
  block[0] = 1;
  free(block);
  return unused;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  free(mailbox);
  return 0;
}
