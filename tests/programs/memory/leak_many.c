// expect: verdict=defect kind=leak line=14 traces=1 says="48 bytes in 3 blocks allocated by main in line 14 are lost"
// args: --leaks
//
// A list whose first element is forgotten: with it go those behind.

#include <stdlib.h>

struct node {
  struct node* next;
  long value;
};

static struct node* push(struct node* next) {
  struct node* const node = malloc(sizeof *node);
  node->next = next;
  node->value = 0;
  return node;
}

int main(void) {
  push(push(push(NULL)));
  return 0;
}
