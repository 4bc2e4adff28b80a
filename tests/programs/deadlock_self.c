// expect: verdict=defect kind=deadlock line=13 traces=2 deadlocks=1
//
// Two critical sections on `state` in either order. If the closing one comes first, the other thread locks `log` again
// that it holds already; a normal mutex lets it wait for itself.

#include <pthread.h>

static pthread_mutex_t state = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t log = PTHREAD_MUTEX_INITIALIZER;
static int closed = 0;

static void complain(void) {
  pthread_mutex_lock(&log);
  pthread_mutex_unlock(&log);
}

static void* use(void* unused) {
  (void)unused;
  pthread_mutex_lock(&log);
  pthread_mutex_lock(&state);
  const int is_closed = closed;
  pthread_mutex_unlock(&state);
  if (is_closed) complain();
  pthread_mutex_unlock(&log);
  return NULL;
}

static void* close_it(void* unused) {
  (void)unused;
  pthread_mutex_lock(&state);
  closed = 1;
  pthread_mutex_unlock(&state);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, use, NULL);
  pthread_create(&b, NULL, close_it, NULL);
  pthread_exit(NULL);
}
