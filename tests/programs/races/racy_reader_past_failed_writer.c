// expect: verdict=defect kind=data-race lines=17,27 variable=data
//
// The receiver fails to become the writer, since a third thread reads; then it becomes a reader. Neither synchronises
// with the sender, which was a reader.

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
  if (pthread_rwlock_trywrlock(&lock) != 0) {
    pthread_rwlock_rdlock(&lock);
    assert(data == 42);
  }
  pthread_rwlock_unlock(&lock);
  return unused;
}

static void* look(void* unused) {
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t send_thread, receive_thread, look_thread;
  pthread_create(&send_thread, NULL, send, NULL);
  pthread_create(&receive_thread, NULL, receive, NULL);
  pthread_create(&look_thread, NULL, look, NULL);
  pthread_join(send_thread, NULL);
  pthread_join(receive_thread, NULL);
  pthread_join(look_thread, NULL);
  return 0;
}
