// expect: verdict=safe traces=2 deadlocks=0
//
// The receiver becomes the writer after the sender was a reader, which it synchronises with. The relaxed flag orders no
// access. Two traces: the flag is seen or not.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;
static atomic_int sent;

static void* send(void* unused) {
  pthread_rwlock_rdlock(&lock);
  data = 42;
  pthread_rwlock_unlock(&lock);
  atomic_store_explicit(&sent, 1, memory_order_relaxed);
  return unused;
}

static void* receive(void* unused) {
  if (!atomic_load_explicit(&sent, memory_order_relaxed)) return unused;
  if (pthread_rwlock_trywrlock(&lock) == 0) {
    assert(data == 42);
    pthread_rwlock_unlock(&lock);
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
