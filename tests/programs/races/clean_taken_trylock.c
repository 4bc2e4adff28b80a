// expect: verdict=safe traces=2 deadlocks=0
//
// An attempt that succeeds is ordered after the section that ended before. The relaxed flag orders nothing; it only
// makes sure that the section has ended. Two traces: the flag is seen or not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;
static atomic_int sent;

static void* send(void* unused) {
  pthread_mutex_lock(&lock);
  data = 42;
  pthread_mutex_unlock(&lock);
  atomic_store_explicit(&sent, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&sent, memory_order_relaxed)) return unused;
  if (pthread_mutex_trylock(&lock) == 0) {
    assert(data == 42);
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread;
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  return 0;
}
