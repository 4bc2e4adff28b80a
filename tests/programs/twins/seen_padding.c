// expect: verdict=safe traces=1
// Structures with holes, and arrays of which only a part is written, are copied from the stack to global variables and
// to the heap. What the holes hold is left there by earlier calls, also by such as depend on the other threads.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct Holes {
  char letter;
  double number;
  char text[40];
  char last;
};

static struct Holes global[2];
static struct Holes* heap[2];
static int common;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int deep(int depth) {
  char room[300];
  snprintf(room, sizeof room, "%d", depth);
  return depth == 0 ? common : deep(depth - 1) + (int)strlen(room);
}

static struct Holes make(long number) {
  struct Holes made;
  made.letter = 'a';
  made.number = number;
  strcpy(made.text, "few");
  made.last = 'z';
  return made;
}

static void* work(void* argument) {
  const long number = (long)argument;
  int sum = deep(5);
  struct Holes mine = make(number);
  global[number] = mine;
  heap[number] = malloc(sizeof mine);
  *heap[number] = make(number + sum);
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_mutex_lock(&lock);
  common = 1;
  pthread_mutex_unlock(&lock);
  pthread_create(&a, 0, work, (void*)0);
  pthread_create(&b, 0, work, (void*)1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  free(heap[0]);
}
