// expect: kind=assertion
//
// A semaphore that is posted too often
//
// The way out on an error posts, and so does the common way out: one post too many lets two threads in at once.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t slots;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int inside;

static int do_work(int is_bad) {
  pthread_mutex_lock(&lock);
  ++inside;
  assert(inside == 1);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  --inside;
  pthread_mutex_unlock(&lock);
  return is_bad ? -1 : 0;
}

static void* work(void* is_bad) {
  sem_wait(&slots);
  if (do_work(is_bad != NULL) != 0) sem_post(&slots);
  sem_post(&slots);
  return NULL;
}

int main(void) {
  pthread_t thread[3];
  sem_init(&slots, 0, 1);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, work, i == 0 ? &slots : NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  sem_destroy(&slots);
  return 0;
}
