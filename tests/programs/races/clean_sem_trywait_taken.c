// expect: verdict=safe traces=2 deadlocks=0
//
// The permit that the receiver takes is the one that the sender has posted. Two traces: the attempt comes before the
// post, or after it and succeeds.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t permits;
static int data;

static void* send(void* unused) {
  data = 42;
  sem_post(&permits);
  return unused;
}

static void* receive(void* unused) {
  if (sem_trywait(&permits) == 0) assert(data == 42);
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread;
  sem_init(&permits, 0, 0);
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
