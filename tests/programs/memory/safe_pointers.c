// expect: verdict=safe traces=1
// args: --leaks --uninitialised
//
// A pointer to one past the end that is only compared, a flexible array, a union read through its other member, and
// blocks of odd sizes up to their last bytes.

#include <stdlib.h>
#include <string.h>

struct message {
  size_t size;
  char text[];
};

union word {
  unsigned number;
  unsigned char bytes[4];
};

static int table[3] = {1, 2, 3};

int main(void) {
  int sum = 0;
  for (const int* at = table; at != table + 3; ++at) sum += *at;
  struct message* const message = malloc(sizeof *message + 5);
  message->size = 5;
  memcpy(message->text, "abcd", 5);
  for (size_t i = 0; i < message->size; ++i) sum += message->text[i];
  free(message);
  union word* const word = malloc(sizeof *word);
  word->number = 0x01010101;
  sum += word->bytes[3];
  free(word);
  for (size_t size = 1; size < 40; ++size) {
    char* const block = malloc(size);
    memset(block, 1, size);
    sum += block[size - 1];
    free(block);
  }
  return sum != 6 + 'a' + 'b' + 'c' + 'd' + 1 + 39;
}
