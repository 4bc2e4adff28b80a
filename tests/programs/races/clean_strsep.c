// expect: verdict=safe traces=1 deadlocks=0
//
// Two threads take words from one text, each with a pointer of its own: the first stops at the blank where the second's
// part begins. The first writes only that blank.

#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>

char text[] = "a b c";
char* rests[2] = {text, text + 2};
void* takes(void* arg) {
  char* const word = strsep(&rests[(long)arg], " ");
  (void)word;
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, takes, (void*)0);
  pthread_create(&b, NULL, takes, (void*)1);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
