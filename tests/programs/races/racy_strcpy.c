// expect: verdict=defect kind=data-race lines=11,15 variable=name
//
// One thread copies a name that another one measures.

#include <pthread.h>
#include <string.h>

static char name[16] = "nobody";

static void* rename_it(void* unused) {
  strcpy(name, "somebody");
  return unused;
}

static void* measure(void* unused) { return strlen(name) > 15 ? unused : NULL; }

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, rename_it, NULL);
  pthread_create(&second, NULL, measure, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
