// The classic: two threads take the same two locks in opposite orders.
//
// Expected: 3 traces, of which 1 is a deadlock.
//
// Why 3: `transfer` goes first with both locks, or `audit` does, or each gets its first lock and waits for the other
// for ever.

#include <pthread.h>

static pthread_mutex_t savings = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t checking = PTHREAD_MUTEX_INITIALIZER;
static int saved = 100, available = 50;

static void* transfer(void* unused) {
  (void)unused;
  pthread_mutex_lock(&savings);
  pthread_mutex_lock(&checking);
  saved -= 10;
  available += 10;
  pthread_mutex_unlock(&checking);
  pthread_mutex_unlock(&savings);
  return NULL;
}

static void* audit(void* sum) {
  pthread_mutex_lock(&checking);
  pthread_mutex_lock(&savings);
  *(int*)sum = saved + available;
  pthread_mutex_unlock(&savings);
  pthread_mutex_unlock(&checking);
  return NULL;
}

int main(void) {
  pthread_t transfers, audits;
  int sum;
  pthread_create(&transfers, NULL, transfer, NULL);
  pthread_create(&audits, NULL, audit, &sum);
  pthread_join(transfers, NULL);
  pthread_join(audits, NULL);
  return sum == 150 ? 0 : 1;
}
