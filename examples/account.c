// A deposit that lets go of the lock between reading the balance and writing it: every access is protected, and still
// an update is lost.
//
// Expected: 6 traces, no deadlock; the assertion fails in 4 of the 6.
//
// Why 6: each deposit has two critical sections, and 4! / (2! * 2!) = 6 orders keep those of each thread in turn. In 2
// of them one deposit is complete before the other begins; in the other 4 both read the balance before either writes.

#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 0;  // under lock

static int read_balance(void) {
  pthread_mutex_lock(&lock);
  const int seen = balance;
  pthread_mutex_unlock(&lock);
  return seen;
}

static void write_balance(int value) {
  pthread_mutex_lock(&lock);
  balance = value;
  pthread_mutex_unlock(&lock);
}

static void* deposit(void* amount) {
  const int seen = read_balance();
  write_balance(seen + *(const int*)amount);
  return NULL;
}

int main(void) {
  int ten = 10, twenty = 20;
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, &ten);
  pthread_create(&b, NULL, deposit, &twenty);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 30);
  return 0;
}
