// expect: verdict=defect kind=data-race lines=8,16 variable=local
//
// A thread hands a variable of its stack to a child and reads it before it joins the child.

#include <pthread.h>

static void* set(void* place) {
  *(int*)place = 1;
  return NULL;
}

static void* parent(void* unused) {
  pthread_t child;
  int local = 0;
  pthread_create(&child, NULL, set, &local);
  const int early = local;
  pthread_join(child, NULL);
  return early < 0 ? unused : NULL;
}

int main(void) {
  pthread_t first;
  pthread_create(&first, NULL, parent, NULL);
  pthread_join(first, NULL);
  return 0;
}
