// Threads allocate a block each for their inode [Source-DPOR 11; Flanagan and Godefroid 2005].
//
// expect T=14: 2 traces, 0 deadlocks
// expect T=16: 8 traces, 0 deadlocks
// expect T=18: 32 traces, 0 deadlocks
// expect T=19: 64 traces, 0 deadlocks
//
// Why 2^(T-13): thread t begins its search at block 2t mod 26, so threads t and t+13 meet at the same block, and each
// such pair has two orders. The one that comes second goes on to the next block, which is odd and wanted by nobody
// else first. `inode` and `busy` are plain: each element has a lock.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>

#ifndef T
#define T 14
#endif
enum { INODES = 32, BLOCKS = 26 };

static pthread_mutex_t inode_locks[INODES];
static pthread_mutex_t block_locks[BLOCKS];
static int inode[INODES];  // the block, counted from 1; 0 for none
static bool busy[BLOCKS];

static void* allocate(void* argument) {
  const int i = (int)(long)argument % INODES;
  pthread_mutex_lock(&inode_locks[i]);
  for (int b = i * 2 % BLOCKS; inode[i] == 0; b = (b + 1) % BLOCKS) {
    pthread_mutex_lock(&block_locks[b]);
    if (!busy[b]) {
      busy[b] = true;
      inode[i] = b + 1;
    }
    pthread_mutex_unlock(&block_locks[b]);
  }
  pthread_mutex_unlock(&inode_locks[i]);
  return NULL;
}

int main(void) {
  pthread_t threads[T];
  for (int i = 0; i < INODES; ++i) pthread_mutex_init(&inode_locks[i], NULL);
  for (int b = 0; b < BLOCKS; ++b) pthread_mutex_init(&block_locks[b], NULL);
  for (long t = 0; t < T; ++t) pthread_create(&threads[t], NULL, allocate, (void*)t);
  for (int t = 0; t < T; ++t) pthread_join(threads[t], NULL);
  int blocks = 0;
  for (int b = 0; b < BLOCKS; ++b) blocks += busy[b];
  assert(blocks == T);
  return 0;
}
