// Two threads sort a half of an array each, by merging, with a buffer from the heap; main merges the halves. Loads and
// stores in about equal numbers, on the heap, with branches in between.
//
// expect LENGTH=64: 2 traces, 0 deadlocks
//
// Why 2: each thread adds its number of comparisons to a sum under a lock, in one order or the other.

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#ifndef LENGTH
#define LENGTH 100000
#endif

struct part {
  unsigned* numbers;
  unsigned* buffer;  // as long
  size_t length;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static size_t comparisons;  // under the lock

static size_t merge(const struct part* part, size_t middle) {
  size_t i = 0;
  size_t j = middle;
  size_t count = 0;
  for (size_t k = 0; k < part->length; ++k) {
    if (i < middle && j < part->length) ++count;
    const int takes_left = j == part->length || (i < middle && part->numbers[i] <= part->numbers[j]);
    part->buffer[k] = part->numbers[takes_left ? i++ : j++];
  }
  memcpy(part->numbers, part->buffer, part->length * sizeof *part->numbers);
  return count;
}

static size_t sort(const struct part* part) {
  if (part->length < 2) return 0;
  const size_t middle = part->length / 2;
  const struct part left = {part->numbers, part->buffer, middle};
  const struct part right = {part->numbers + middle, part->buffer + middle, part->length - middle};
  return sort(&left) + sort(&right) + merge(part, middle);
}

static void* sort_part(void* part) {
  const size_t count = sort(part);
  pthread_mutex_lock(&lock);
  comparisons += count;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  unsigned* const numbers = malloc(LENGTH * sizeof *numbers);
  unsigned* const buffer = malloc(LENGTH * sizeof *buffer);
  if (numbers == NULL || buffer == NULL) abort();
  unsigned random = 1;
  for (size_t i = 0; i < LENGTH; ++i) numbers[i] = random = random * 1664525u + 1013904223u;
  const size_t middle = LENGTH / 2;
  struct part parts[2] = {{numbers, buffer, middle}, {numbers + middle, buffer + middle, LENGTH - middle}};
  pthread_t threads[2];
  for (int i = 0; i < 2; ++i) pthread_create(&threads[i], NULL, sort_part, &parts[i]);
  for (int i = 0; i < 2; ++i) pthread_join(threads[i], NULL);
  const struct part whole = {numbers, buffer, LENGTH};
  comparisons += merge(&whole, middle);
  assert(comparisons >= LENGTH - 1);
  for (size_t i = 1; i < LENGTH; ++i) assert(numbers[i - 1] <= numbers[i]);
  free(buffer);
  free(numbers);
  return 0;
}
