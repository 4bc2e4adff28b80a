// expect: verdict=defect kind=data-race lines=14,14 variable=closed
//
// The count is taken down and looked at in two steps: both threads may find it to be 0, and both then close.

#include <pthread.h>
#include <stdatomic.h>

static atomic_int references = 2;
static int closed;

static void* drop(void* unused) {
  atomic_fetch_sub(&references, 1);
  if (atomic_load(&references) == 0) {
    ++closed;
  }
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, drop, NULL);
  pthread_create(&second, NULL, drop, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
