// expect: verdict=safe traces=21 deadlocks=0
//
// Three times a trylock, and an unlock where it succeeds. [design, section 8]

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void* work(void* none) {
  if (pthread_mutex_trylock(&lock) == 0) pthread_mutex_unlock(&lock);
  return none;
}

int main(void) {
  pthread_t thread[3];
  pthread_create(&thread[0], NULL, work, NULL);
  pthread_create(&thread[1], NULL, work, NULL);
  pthread_create(&thread[2], NULL, work, NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
