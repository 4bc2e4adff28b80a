// expect: verdict=defect kind=data-race traces=1 deadlocks=1
//
// Main reads `optind` while the thread calls getopt.

#include <pthread.h>
#include <unistd.h>

static void* parse(void* unused) {
  char name[] = "program", option[] = "-a";
  char* words[] = {name, option, NULL};
  getopt(2, words, "a");
  return unused;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, parse, NULL);
  const volatile int index = optind;
  pthread_join(thread, NULL);
  return index < 0;
}
