// expect: verdict=safe traces=3240 deadlocks=0
// expect-bug: verdict=defect kind=lock-misuse line=78
//
// A logger that does not make its callers wait for a disk. A thread collects lines in a buffer of its own, which needs
// no lock; full buffers, and those of threads that end, go to a list, and a thread of the logger writes them. The
// buffer hangs on a key, whose destructor hands it over when its thread ends.
//
// With -DBUG=1 the writer tells that it is done when it has given back the mutex, and not before. If logger_close comes
// to look in between, it sees that the writer is done and destroys the condition variable, which the writer then
// signals.

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
  pthread_cond_t work;  // there are full buffers, or the logger closes
  pthread_cond_t done;
  struct buffer* full;  // the newest first
  bool is_closing;
  bool is_done;
  int written;  // lines; the writer's until it is done
  pthread_key_t buffer_of_thread;
} logger;

static void hand_over(void* argument) {
  struct buffer* buffer = argument;
  pthread_mutex_lock(&logger.mutex);
  buffer->next = logger.full;
  logger.full = buffer;
  pthread_cond_signal(&logger.work);
  pthread_mutex_unlock(&logger.mutex);
}

/// Waits for buffers and takes them all. NULL when the logger closes, and then all are written.
static struct buffer* take_full(void) {
  pthread_mutex_lock(&logger.mutex);
  while (logger.full == NULL && !logger.is_closing) pthread_cond_wait(&logger.work, &logger.mutex);
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

/// The last that the writer does with the logger: it may be gone as soon as the mutex is given back.
static void tell_done(void) {
  pthread_mutex_lock(&logger.mutex);
  logger.is_done = true;
#ifdef BUG
  pthread_mutex_unlock(&logger.mutex);
  pthread_cond_signal(&logger.done);
#else
  pthread_cond_signal(&logger.done);
  pthread_mutex_unlock(&logger.mutex);
#endif
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
  tell_done();
  return NULL;
}

/// The writer is detached: whoever closes the logger need not be who opened it.
static bool logger_open(void) {
  pthread_mutex_init(&logger.mutex, NULL);
  pthread_cond_init(&logger.work, NULL);
  pthread_cond_init(&logger.done, NULL);
  if (pthread_key_create(&logger.buffer_of_thread, hand_over) != 0) return false;
  pthread_t writer;
  return pthread_create(&writer, NULL, write_buffers, NULL) == 0 && pthread_detach(writer) == 0;
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

/// The threads that have logged must have ended. Does not wait.
static void logger_stop(void) {
  pthread_mutex_lock(&logger.mutex);
  logger.is_closing = true;
  pthread_cond_signal(&logger.work);
  pthread_mutex_unlock(&logger.mutex);
}

/// After logger_stop. Returns when all is written.
static void logger_close(void) {
  pthread_mutex_lock(&logger.mutex);
  while (!logger.is_done) pthread_cond_wait(&logger.done, &logger.mutex);
  pthread_mutex_unlock(&logger.mutex);
  pthread_cond_destroy(&logger.done);
  pthread_cond_destroy(&logger.work);
  pthread_mutex_destroy(&logger.mutex);
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
  logger_stop();
  logger_close();
  assert(logger.written == THREADS * LINES);
  return EXIT_SUCCESS;
}
