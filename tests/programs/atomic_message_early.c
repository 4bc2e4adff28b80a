// expect: verdict=defect kind=assertion line=21 traces=3 deadlocks=1
//
// The flag is set before the data are there. The reader looks at the flag before it is set; or after, and then at the
// data before they are written (it fails, and main waits for it), or after.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int data, flag;

static void* send(void* unused) {
  (void)unused;
  flag = 1;
  data = 1;
  return NULL;
}
static void* receive(void* unused) {
  (void)unused;
  if (flag)
    assert(data == 1);
  return NULL;
}

int main(void) {
  pthread_t sender, receiver;
  pthread_create(&sender, NULL, send, NULL);
  pthread_create(&receiver, NULL, receive, NULL);
  pthread_join(sender, NULL);
  pthread_join(receiver, NULL);
  return 0;
}
