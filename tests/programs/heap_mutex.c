// expect: verdict=safe traces=2 deadlocks=0
//
// The two threads meet at the mutex in the block that main has allocated, in either order. Each also has one in a block
// of its own, initialised, used, destroyed and freed before the other thread could know it. The own blocks may even
// have the same address, one after the other, and are still different mutexes.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct account {
  pthread_mutex_t lock;
  int amount;
};

static struct account* make_account(void) {
  struct account* const account = malloc(sizeof *account);
  pthread_mutex_init(&account->lock, NULL);
  account->amount = 0;
  return account;
}

static void add(struct account* account) {
  pthread_mutex_lock(&account->lock);
  ++account->amount;
  pthread_mutex_unlock(&account->lock);
}

static int close_account(struct account* account) {
  const int amount = account->amount;
  pthread_mutex_destroy(&account->lock);
  free(account);
  return amount;
}

static void* work(void* common) {
  struct account* const own = make_account();
  add(own);
  assert(close_account(own) == 1);
  add(common);
  return NULL;
}

int main(void) {
  pthread_t a, b;
  struct account* const common = make_account();
  pthread_create(&a, NULL, work, common);
  pthread_create(&b, NULL, work, common);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(close_account(common) == 2);
  return 0;
}
