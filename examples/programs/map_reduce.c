// expect: verdict=safe traces=121 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=49
//
// Map and reduce with the threads of C11. The text is cut into chunks; a thread counts the words of each, and a future
// holds the count for who adds them up. A chunk that takes too long is given to a second thread as well, and whichever
// is first sets the future.
//
// With -DBUG=1 a mapper first asks whether the future is set and then sets it, each with the mutex but not both
// together. A mapper and its backup may both see a future that is not set; the second one sets it again.

#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <time.h>

#ifndef CHUNKS
#define CHUNKS 2
#endif

struct future {
  mtx_t mutex;
  cnd_t set;
  bool is_set;
  int value;
};

static bool future_init(struct future* future) {
  future->is_set = false;
  return mtx_init(&future->mutex, mtx_plain) == thrd_success && cnd_init(&future->set) == thrd_success;
}

static void future_destroy(struct future* future) {
  cnd_destroy(&future->set);
  mtx_destroy(&future->mutex);
}

#ifdef BUG
static bool future_is_set(struct future* future) {
  mtx_lock(&future->mutex);
  const bool is_set = future->is_set;
  mtx_unlock(&future->mutex);
  return is_set;
}

static void future_set(struct future* future, int value) {
  mtx_lock(&future->mutex);
  assert(!future->is_set);  // who waits may have the value already
  future->is_set = true;
  future->value = value;
  cnd_broadcast(&future->set);
  mtx_unlock(&future->mutex);
}
#endif

/// Sets it unless it is set. True if this was the value.
static bool future_offer(struct future* future, int value) {
#ifdef BUG
  if (future_is_set(future)) return false;
  future_set(future, value);
  return true;
#else
  mtx_lock(&future->mutex);
  const bool first = !future->is_set;
  if (first) {
    future->is_set = true;
    future->value = value;
    cnd_broadcast(&future->set);
  }
  mtx_unlock(&future->mutex);
  return first;
#endif
}

static int future_get(struct future* future) {
  mtx_lock(&future->mutex);
  while (!future->is_set) cnd_wait(&future->set, &future->mutex);
  const int value = future->value;
  mtx_unlock(&future->mutex);
  return value;
}

/// False if it is not set in time.
static bool future_wait(struct future* future, long milliseconds) {
  struct timespec deadline;
  timespec_get(&deadline, TIME_UTC);
  deadline.tv_nsec += milliseconds % 1000 * 1000000L;
  deadline.tv_sec += milliseconds / 1000 + deadline.tv_nsec / 1000000000L;
  deadline.tv_nsec %= 1000000000L;
  mtx_lock(&future->mutex);
  int result = thrd_success;
  while (!future->is_set && result == thrd_success) result = cnd_timedwait(&future->set, &future->mutex, &deadline);
  const bool is_set = future->is_set;
  mtx_unlock(&future->mutex);
  return is_set;
}

struct chunk {
  const char* text;
  size_t length;
  struct future words;
  thrd_t mapper;
  thrd_t backup;
  bool has_backup;
};

/// A word begins where a space, or nothing, is followed by something else. True as the result of the thread that was
/// first.
static int count_words(void* argument) {
  struct chunk* chunk = argument;
  int words = 0;
  for (size_t i = 0; i < chunk->length; ++i) {
    words += chunk->text[i] != ' ' && (i == 0 || chunk->text[i - 1] == ' ');
  }
  return future_offer(&chunk->words, words);
}

/// Cuts at spaces. Returns where the next chunk begins.
static const char* cut(struct chunk* chunk, const char* text, size_t length) {
  while (text[length] != ' ' && text[length] != '\0') ++length;
  chunk->text = text;
  chunk->length = length;
  return text + length;
}

int main(void) {
  const char* text = "of each trace one execution is run and no more";
  const size_t length = strlen(text);
  struct chunk chunks[CHUNKS];
  const char* rest = text;
  for (int i = 0; i < CHUNKS; ++i) {
    const size_t left = length - (size_t)(rest - text);
    rest = cut(&chunks[i], rest, i + 1 == CHUNKS ? left : left / (size_t)(CHUNKS - i));
    chunks[i].has_backup = false;
    if (!future_init(&chunks[i].words)) return EXIT_FAILURE;
  }
  for (int i = 0; i < CHUNKS; ++i) {
    if (thrd_create(&chunks[i].mapper, count_words, &chunks[i]) != thrd_success) return EXIT_FAILURE;
  }

  for (int i = 0; i < CHUNKS; ++i) {
    if (future_wait(&chunks[i].words, 50)) continue;
    chunks[i].has_backup = thrd_create(&chunks[i].backup, count_words, &chunks[i]) == thrd_success;
  }
  int words = 0;
  for (int i = 0; i < CHUNKS; ++i) words += future_get(&chunks[i].words);
  assert(words == 10);

  for (int i = 0; i < CHUNKS; ++i) {
    int first = 0, second = 0;
    thrd_join(chunks[i].mapper, &first);
    if (chunks[i].has_backup) thrd_join(chunks[i].backup, &second);
    assert(first + second == 1);
    future_destroy(&chunks[i].words);
  }
  return EXIT_SUCCESS;
}
