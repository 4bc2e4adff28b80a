// expect: verdict=defect kind=assertion line=25 traces=4 deadlocks=0
// args: --memory=interleave
//
// A copy of a struct is one of each of its words: two writes and two reads. Each word is seen old or new.

#include <assert.h>
#include <pthread.h>

struct Pair {
  long first, second;
};
static struct Pair shared;
static const struct Pair ones = {1, 1};

static void* set(void* unused) {
  shared = ones;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, set, NULL);
  const struct Pair copy = shared;
  pthread_join(thread, NULL);
  assert(copy.first == copy.second);
  return 0;
}
