// expect: verdict=defect kind=data-race lines=12,12 variable=rest
//
// Two threads take words from one text: strsep writes the pointer to what is left.

#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

char text[] = "a b c";
char* rest = text;
void* takes(void* arg) {
  char* const word = strsep(&rest, " ");
  (void)word;
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, takes, NULL);
  pthread_create(&b, NULL, takes, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
