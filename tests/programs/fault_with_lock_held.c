// expect: verdict=defect kind=segmentation-fault line=25 traces=6 deadlocks=1
//
// Three critical sections: of `clear`, of `use`, and of a bystander. `use` fails if `clear` came before it, and keeps
// the lock. Three orders have `use` before `clear`, two have both others before `use`; in the sixth trace `clear` and
// `use` went first, and the bystander waits for ever. That one counts as a deadlock, but is not reported: the failure
// is.

#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int number = 7;
static int* pointer = &number;

static void* clear(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pointer = NULL;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* use(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  ++*pointer;
  pthread_mutex_unlock(&lock);
  return NULL;
}

static void* look_on(void* unused) {
  (void)unused;
  pthread_mutex_lock(&lock);
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, clear, NULL);
  pthread_create(&thread, NULL, use, NULL);
  pthread_create(&thread, NULL, look_on, NULL);
  pthread_exit(NULL);
}
