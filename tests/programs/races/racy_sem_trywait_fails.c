// expect: verdict=defect kind=data-race lines=15,22 variable=data
//
// The only permit is gone, so the sender has taken it. Taking one releases nothing, and an attempt that fails acquires
// nothing.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

static sem_t permits;
static int data;

static void* send(void* unused) {
  data = 42;
  sem_wait(&permits);
  return unused;
}

static void* receive(void* unused) {
  if (sem_trywait(&permits) != 0) {
    assert(data == 42);
  } else {
    sem_post(&permits);
  }
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread;
  sem_init(&permits, 0, 1);
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
