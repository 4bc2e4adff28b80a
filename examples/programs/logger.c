// expect: verdict=safe traces=0 deadlocks=0
// expect-bug: verdict=defect kind=lock-misuse line=0
//
// A logger that does not make its callers wait for a disk. A thread collects lines in a buffer of its own, which needs
// no lock; full buffers, and those of threads that end, go to a list, and a thread of the logger writes them. The
// buffer hangs on a key, whose destructor hands it over when its thread ends.
//
// With -DBUG=1 logger_close destroys the mutex and the condition variable before it has joined the writer, which may be
// about to use them for the last time.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef THREADS
#define THREADS 2
#endif
#ifndef LINES  // of each thread
#define LINES 3
#endif
#ifndef LINES_PER_BUFFER
#define LINES_PER_BUFFER 2
#endif

struct buffer {
  char line[LINES_PER_BUFFER][32];
  int lines;
  struct buffer* next;
};

static struct {
  pthread_mutex_t mutex;
  pthread_cond_t changed;
  struct buffer* full;  // the newest first
  bool closing;
  pthread_key_t buffer_of_thread;
  pthread_t writer;
  int written;  // lines; the writer's
} logger;

static void hand_over(void* argument) {
  struct buffer* buffer = argument;
  pthread_mutex_lock(&logger.mutex);
  buffer->next = logger.full;
  logger.full = buffer;
  pthread_cond_signal(&logger.changed);
  pthread_mutex_unlock(&logger.mutex);
}

/// Waits for buffers and takes them all. NULL when the logger closes, and then all are written.
static struct buffer* take_full(void) {
  pthread_mutex_lock(&logger.mutex);
  while (logger.full == NULL && !logger.closing) pthread_cond_wait(&logger.changed, &logger.mutex);
  struct buffer* newest = logger.full;
  logger.full = NULL;
  pthread_mutex_unlock(&logger.mutex);

  struct buffer* oldest = NULL;
  while (newest != NULL) {
    struct buffer* next = newest->next;
    newest->next = oldest;
    oldest = newest;
    newest = next;
  }
  return oldest;
}

static void* write_buffers(void* unused) {
  (void)unused;
  for (struct buffer* buffer; (buffer = take_full()) != NULL;) {
    while (buffer != NULL) {
      for (int i = 0; i < buffer->lines; ++i) fprintf(stderr, "%s\n", buffer->line[i]);
      logger.written += buffer->lines;
      struct buffer* next = buffer->next;
      free(buffer);
      buffer = next;
    }
  }
  return NULL;
}

static bool logger_open(void) {
  pthread_mutex_init(&logger.mutex, NULL);
  pthread_cond_init(&logger.changed, NULL);
  if (pthread_key_create(&logger.buffer_of_thread, hand_over) != 0) return false;
  return pthread_create(&logger.writer, NULL, write_buffers, NULL) == 0;
}

/// A place for a line; the text ends up in the log at some time before logger_close returns. False without memory.
static bool log_line(int thread, int number) {
  struct buffer* buffer = pthread_getspecific(logger.buffer_of_thread);
  if (buffer == NULL) {
    buffer = calloc(1, sizeof *buffer);
    if (buffer == NULL) return false;
    pthread_setspecific(logger.buffer_of_thread, buffer);
  }
  snprintf(buffer->line[buffer->lines], sizeof buffer->line[0], "thread %d: line %d", thread, number);
  if (++buffer->lines == LINES_PER_BUFFER) {
    pthread_setspecific(logger.buffer_of_thread, NULL);
    hand_over(buffer);
  }
  return true;
}

/// The threads that have logged must have ended. Returns when all is written.
static void logger_close(void) {
  pthread_mutex_lock(&logger.mutex);
  logger.closing = true;
  pthread_cond_signal(&logger.changed);
  pthread_mutex_unlock(&logger.mutex);
#ifdef BUG
  pthread_cond_destroy(&logger.changed);
  pthread_mutex_destroy(&logger.mutex);
  pthread_join(logger.writer, NULL);
#else
  pthread_join(logger.writer, NULL);
  pthread_cond_destroy(&logger.changed);
  pthread_mutex_destroy(&logger.mutex);
#endif
  pthread_key_delete(logger.buffer_of_thread);
}

static void* work(void* argument) {
  for (int i = 0; i < LINES; ++i) {
    const bool logged = log_line(*(const int*)argument, i);
    assert(logged);
  }
  return NULL;
}

int main(void) {
  if (!logger_open()) return EXIT_FAILURE;
  pthread_t threads[THREADS];
  int numbers[THREADS];
  for (int i = 0; i < THREADS; ++i) {
    numbers[i] = i;
    pthread_create(&threads[i], NULL, work, &numbers[i]);
  }
  for (int i = 0; i < THREADS; ++i) pthread_join(threads[i], NULL);
  logger_close();
  assert(logger.written == THREADS * LINES);
  return EXIT_SUCCESS;
}
