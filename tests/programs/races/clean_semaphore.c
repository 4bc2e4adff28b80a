// expect: verdict=safe traces=1 deadlocks=0
//
// Ping and pong: each thread writes the data when the other has posted its semaphore. There is only one order.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t ping, pong;
static int ball;

static void* serve(void* unused) {
  ball = 1;
  sem_post(&ping);
  sem_wait(&pong);
  assert(ball == 2);
  return unused;
}

static void* answer(void* unused) {
  sem_wait(&ping);
  ++ball;
  sem_post(&pong);
  return unused;
}

int main(void) {
  pthread_t first, second;
  sem_init(&ping, 0, 0);
  sem_init(&pong, 0, 0);
  pthread_create(&first, NULL, serve, NULL);
  pthread_create(&second, NULL, answer, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
