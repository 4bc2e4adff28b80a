// expect: verdict=safe traces=2 deadlocks=0
//
// Main copies a structure with the mutex in it before a thread locks that, and a member of it under the mutex.

#include <pthread.h>

struct Account {
  pthread_mutex_t mutex;
  int balance;
};

static struct Account account = {PTHREAD_MUTEX_INITIALIZER, 0};

static void* use(void* unused) {
  pthread_mutex_lock(&account.mutex);
  ++account.balance;
  pthread_mutex_unlock(&account.mutex);
  return unused;
}

static int look(const struct Account* copy) { return copy->balance; }

int main(void) {
  pthread_t thread;
  struct Account copy = account;
  pthread_create(&thread, NULL, use, NULL);
  pthread_mutex_lock(&account.mutex);
  copy.balance = account.balance;
  pthread_mutex_unlock(&account.mutex);
  pthread_join(thread, NULL);
  return look(&copy) > 1;
}
