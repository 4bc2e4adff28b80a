// expect: verdict=defect kind=data-race lines=15,22 variable=copy
//
// An atomic load of 24 bytes is a call that is told where its result goes: a plain variable, which main reads.

#include <pthread.h>
#include <stdatomic.h>

struct Wide {
  long words[3];
};
static _Atomic(struct Wide) shared;
static struct Wide copy;

static void* look(void* unused) {
  copy = shared;
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, look, NULL);
  const struct Wide found = copy;
  pthread_join(thread, NULL);
  return found.words[1] == 7;
}
