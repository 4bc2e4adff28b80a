// expect: verdict=safe traces=1
// args: --leaks
//
// Nothing is freed and nothing is lost: a list from a global variable, a block from its inside, one in a thread-local
// variable of main, one that only a thread's return value points to, and what a thread holds that has not ended.

#include <pthread.h>
#include <stdlib.h>

struct node {
  struct node* next;
};

static struct node* list;
static char* inside;
static __thread char* local;
static pthread_mutex_t never = PTHREAD_MUTEX_INITIALIZER;

static void* give(void* unused) {
  (void)unused;
  return malloc(3);
}

static void* hold(void* block) {
  void* const another = malloc(5);
  pthread_mutex_lock(&never);
  free(another);
  free(block);
  return NULL;
}

int main(void) {
  pthread_t giver, holder;
  for (int i = 0; i < 3; ++i) {
    struct node* const node = malloc(sizeof *node);
    node->next = list;
    list = node;
  }
  inside = (char*)malloc(100) + 50;
  local = malloc(7);
  pthread_mutex_lock(&never);
  pthread_create(&giver, NULL, give, NULL);
  pthread_create(&holder, NULL, hold, malloc(9));
  return 0;
}
