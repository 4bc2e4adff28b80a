// expect: verdict=safe
// Operations that commute leave their objects the same in every order: read locks, barriers, semaphores, conditions.
#include <pthread.h>
#include <semaphore.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_barrier_t barrier;
static sem_t semaphore;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int go, seen[3];

static void* work(void* number) {
  pthread_rwlock_rdlock(&lock);
  seen[(long)number] = 1;
  pthread_rwlock_unlock(&lock);
  pthread_barrier_wait(&barrier);
  sem_post(&semaphore);
  return 0;
}

static void* wait_for_it(void* unused) {
  pthread_mutex_lock(&mutex);
  while (!go) pthread_cond_wait(&condition, &mutex);
  pthread_mutex_unlock(&mutex);
  return unused;
}

int main(void) {
  pthread_t a, b, c;
  pthread_barrier_init(&barrier, 0, 2);
  sem_init(&semaphore, 0, 0);
  pthread_create(&a, 0, work, (void*)0);
  pthread_create(&b, 0, work, (void*)1);
  pthread_create(&c, 0, wait_for_it, 0);
  sem_wait(&semaphore);
  sem_wait(&semaphore);
  pthread_mutex_lock(&mutex);
  go = 1;
  pthread_cond_broadcast(&condition);
  pthread_mutex_unlock(&mutex);
  pthread_join(a, 0);
  pthread_join(b, 0);
  pthread_join(c, 0);
}
