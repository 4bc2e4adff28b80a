// expect: verdict=defect kind=data-race lines=14,27 variable=account
//
// Main copies a structure with the mutex in it while a thread locks that. The other member is not touched.

#include <pthread.h>

struct Account {
  pthread_mutex_t mutex;
  int unused;
};

static struct Account account = {PTHREAD_MUTEX_INITIALIZER, 0};
static void* use(void* unused) {
  pthread_mutex_lock(&account.mutex), pthread_mutex_unlock(&account.mutex);
  return unused;
}

static int look(const struct Account* copy) { return copy->unused; }

int main(void) {
  pthread_t thread;
  struct Account copy;
  pthread_create(&thread, NULL, use, NULL);
  // A lock of another mutex orders nothing.
  static pthread_mutex_t other = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&other), pthread_mutex_unlock(&other);
  copy = account;
  pthread_join(thread, NULL);
  return look(&copy);
}
