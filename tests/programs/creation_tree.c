// expect: verdict=safe traces=3 deadlocks=0
//
// The child locks before it creates the grandchild, which locks then; main's critical section comes before, between or
// after these two.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int visits = 0;

static void visit(void) {
  pthread_mutex_lock(&lock);
  ++visits;
  pthread_mutex_unlock(&lock);
}

static void* grandchild(void* unused) {
  visit();
  return unused;
}

static void* child(void* unused) {
  pthread_t thread;
  visit();
  pthread_create(&thread, NULL, grandchild, NULL);
  pthread_join(thread, NULL);
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, child, NULL);
  visit();
  pthread_join(thread, NULL);
  assert(visits == 3);
  return 0;
}
