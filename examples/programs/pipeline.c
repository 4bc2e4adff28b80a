// expect: verdict=safe traces=3125 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=53
//
// Three stages, a thread each: numbers are made, filtered, and added up. Between two stages there is a link: a ring
// with one semaphore that counts its free places and one that counts the filled ones. One stage writes a link and one
// reads it, so that each end of the ring belongs to one thread, and the semaphores are all the locking there is.
//
// With -DBUG=1 the filter gives back the place of a number that it drops, and then gives it back again with all others.
// The link then counts one free place more than it has: if the source is fast, it writes over a number that has not
// been read.

#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef NUMBERS
#define NUMBERS 3
#endif
#ifndef PLACES
#define PLACES 2
#endif

enum { END = -1, FREE = -2 };

struct link {
  sem_t free;    // places that may be written
  sem_t filled;  // places that may be read
  pthread_mutex_t mutex;
  int place[PLACES];
  int write;  // the next place to be written
  int read;   // the next place to be read
};

static void link_init(struct link* link) {
  sem_init(&link->free, 0, PLACES);
  sem_init(&link->filled, 0, 0);
  pthread_mutex_init(&link->mutex, NULL);
  link->write = link->read = 0;
  for (int i = 0; i < PLACES; ++i) link->place[i] = FREE;
}

static void link_destroy(struct link* link) {
  sem_destroy(&link->free);
  sem_destroy(&link->filled);
  pthread_mutex_destroy(&link->mutex);
}

static void link_send(struct link* link, int number) {
  sem_wait(&link->free);
  pthread_mutex_lock(&link->mutex);
  assert(link->place[link->write] == FREE);
  link->place[link->write] = number;
  link->write = (link->write + 1) % PLACES;
  pthread_mutex_unlock(&link->mutex);
  sem_post(&link->filled);
}

/// The next number, which keeps its place until link_release: a stage has no more numbers at hand than there are
/// places.
static int link_receive(struct link* link) {
  sem_wait(&link->filled);
  pthread_mutex_lock(&link->mutex);
  const int number = link->place[link->read];
  pthread_mutex_unlock(&link->mutex);
  return number;
}

static void link_release(struct link* link) {
  pthread_mutex_lock(&link->mutex);
  link->place[link->read] = FREE;
  link->read = (link->read + 1) % PLACES;
  pthread_mutex_unlock(&link->mutex);
  sem_post(&link->free);
}

struct pipeline {
  struct link raw;       // from the source to the filter
  struct link filtered;  // from the filter to the sink
  int sum;               // the sink's, to be read when it has ended
};

static void* source(void* argument) {
  struct pipeline* pipeline = argument;
  for (int i = 1; i <= NUMBERS; ++i) link_send(&pipeline->raw, i);
  link_send(&pipeline->raw, END);
  return NULL;
}

/// Lets the odd numbers pass, and the end.
static void* filter(void* argument) {
  struct pipeline* pipeline = argument;
  for (bool at_end = false; !at_end;) {
    const int number = link_receive(&pipeline->raw);
    at_end = number == END;
    if (at_end || number % 2 != 0) {
      link_send(&pipeline->filtered, number);
    } else {
#ifdef BUG
      sem_post(&pipeline->raw.free);
#endif
    }
    link_release(&pipeline->raw);
  }
  return NULL;
}

static void* sink(void* argument) {
  struct pipeline* pipeline = argument;
  for (int number; (number = link_receive(&pipeline->filtered)) != END;) {
    pipeline->sum += number;
    link_release(&pipeline->filtered);
  }
  return NULL;
}

int main(void) {
  struct pipeline pipeline = {.sum = 0};
  link_init(&pipeline.raw);
  link_init(&pipeline.filtered);
  pthread_t stages[3];
  pthread_create(&stages[0], NULL, source, &pipeline);
  pthread_create(&stages[1], NULL, filter, &pipeline);
  pthread_create(&stages[2], NULL, sink, &pipeline);
  for (int i = 0; i < 3; ++i) pthread_join(stages[i], NULL);
  const int odd = (NUMBERS + 1) / 2;
  assert(pipeline.sum == odd * odd);
  link_destroy(&pipeline.filtered);
  link_destroy(&pipeline.raw);
  return EXIT_SUCCESS;
}
