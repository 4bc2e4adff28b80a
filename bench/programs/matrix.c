// Threads multiply two matrices, a part of the rows each, and add the sum of their elements to a total under a lock.
// Two loads for each addition, one of them with a long stride.
//
// expect SIZE=8: 2 traces, 0 deadlocks
// expect SIZE=8 THREADS=3: 6 traces, 0 deadlocks
//
// Why THREADS!: the critical sections happen in any order, and nothing else is shared but matrices that are only read
// and rows that belong to one thread. Nearly all of the time goes into plain accesses to memory: the program is here
// to show what it costs to look at them.

#include <assert.h>
#include <pthread.h>

#ifndef SIZE
#define SIZE 128
#endif
#ifndef THREADS
#define THREADS 2
#endif

static long left[SIZE][SIZE];
static long right[SIZE][SIZE];
static long product[SIZE][SIZE];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;  // under the lock

static void* multiply_rows(void* argument) {
  const int number = (int)(long)argument;
  long sum = 0;
  for (int i = number * SIZE / THREADS; i < (number + 1) * SIZE / THREADS; ++i) {
    for (int j = 0; j < SIZE; ++j) {
      long element = 0;
      for (int k = 0; k < SIZE; ++k) element += left[i][k] * right[k][j];
      product[i][j] = element;
      sum += element;
    }
  }
  pthread_mutex_lock(&lock);
  total += sum;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < SIZE; ++i) {
    for (int j = 0; j < SIZE; ++j) {
      left[i][j] = i + j;
      right[i][j] = i == j;
    }
  }
  for (long i = 0; i < THREADS; ++i) pthread_create(&threads[i], NULL, multiply_rows, (void*)i);
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  assert(total == (long)SIZE * SIZE * (SIZE - 1));  // that of the left matrix: the right one is the identity
  assert(product[SIZE - 1][0] == SIZE - 1);
  return 0;
}
