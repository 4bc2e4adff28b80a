// expect: verdict=safe traces=1568 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=88
//
// A queue of bounded size between producers and consumers, which ends when it is closed: a ring of messages, a mutex,
// and a condition variable for each of the two things one can wait for.
//
// With -DBUG=1 a consumer waits with `if` instead of `while`. One consumer waits; a message is put and the consumer
// signalled; before it has the mutex again, the other consumer comes and takes the message. The first one then takes
// from an empty queue.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef PRODUCERS
#define PRODUCERS 1
#endif
#ifndef CONSUMERS
#define CONSUMERS 2
#endif
#ifndef MESSAGES  // of each producer
#define MESSAGES 2
#endif
#ifndef CAPACITY
#define CAPACITY 1
#endif

struct queue {
  pthread_mutex_t mutex;
  pthread_cond_t not_empty;  // or closed
  pthread_cond_t not_full;   // or closed
  int* ring;
  size_t capacity;
  size_t first;  // where the oldest message is
  size_t count;
  bool closed;
};

static struct queue* queue_new(size_t capacity) {
  struct queue* queue = calloc(1, sizeof *queue);
  if (queue == NULL) return NULL;
  queue->ring = calloc(capacity, sizeof *queue->ring);
  if (queue->ring == NULL) {
    free(queue);
    return NULL;
  }
  queue->capacity = capacity;
  pthread_mutex_init(&queue->mutex, NULL);
  pthread_cond_init(&queue->not_empty, NULL);
  pthread_cond_init(&queue->not_full, NULL);
  return queue;
}

/// No thread may use the queue any more.
static void queue_free(struct queue* queue) {
  pthread_cond_destroy(&queue->not_full);
  pthread_cond_destroy(&queue->not_empty);
  pthread_mutex_destroy(&queue->mutex);
  free(queue->ring);
  free(queue);
}

/// Waits for a free place. False if the queue is closed; the message is then not in it.
static bool queue_put(struct queue* queue, int message) {
  pthread_mutex_lock(&queue->mutex);
  while (queue->count == queue->capacity && !queue->closed) pthread_cond_wait(&queue->not_full, &queue->mutex);
  const bool accepted = !queue->closed;
  if (accepted) {
    queue->ring[(queue->first + queue->count) % queue->capacity] = message;
    ++queue->count;
    pthread_cond_signal(&queue->not_empty);
  }
  pthread_mutex_unlock(&queue->mutex);
  return accepted;
}

/// Waits for a message. False if there is none and never will be. What was put before the close is still delivered.
static bool queue_get(struct queue* queue, int* message) {
  pthread_mutex_lock(&queue->mutex);
#ifdef BUG
  if (queue->count == 0 && !queue->closed) pthread_cond_wait(&queue->not_empty, &queue->mutex);
#else
  while (queue->count == 0 && !queue->closed) pthread_cond_wait(&queue->not_empty, &queue->mutex);
#endif
  const bool at_end = queue->count == 0 && queue->closed;
  if (!at_end) {
    assert(queue->count > 0);
    *message = queue->ring[queue->first];
    queue->first = (queue->first + 1) % queue->capacity;
    --queue->count;
    pthread_cond_signal(&queue->not_full);
  }
  pthread_mutex_unlock(&queue->mutex);
  return !at_end;
}

/// Everyone who waits has to look again, hence the broadcasts.
static void queue_close(struct queue* queue) {
  pthread_mutex_lock(&queue->mutex);
  queue->closed = true;
  pthread_cond_broadcast(&queue->not_empty);
  pthread_cond_broadcast(&queue->not_full);
  pthread_mutex_unlock(&queue->mutex);
}

struct worker {
  pthread_t thread;
  struct queue* queue;
  int number;
  int sum;  // of a consumer's messages
};

static void* produce(void* argument) {
  const struct worker* self = argument;
  for (int i = 0; i < MESSAGES; ++i) {
    const bool accepted = queue_put(self->queue, self->number * MESSAGES + i + 1);
    assert(accepted);
  }
  return NULL;
}

static void* consume(void* argument) {
  struct worker* self = argument;
  for (int message; queue_get(self->queue, &message);) self->sum += message;
  return NULL;
}

int main(void) {
  struct queue* queue = queue_new(CAPACITY);
  if (queue == NULL) return EXIT_FAILURE;
  struct worker consumers[CONSUMERS];
  struct worker producers[PRODUCERS];
  for (int i = 0; i < CONSUMERS; ++i) {
    consumers[i] = (struct worker){.queue = queue, .number = i};
    pthread_create(&consumers[i].thread, NULL, consume, &consumers[i]);
  }
  for (int i = 0; i < PRODUCERS; ++i) {
    producers[i] = (struct worker){.queue = queue, .number = i};
    pthread_create(&producers[i].thread, NULL, produce, &producers[i]);
  }

  for (int i = 0; i < PRODUCERS; ++i) pthread_join(producers[i].thread, NULL);
  queue_close(queue);
  int sum = 0;
  for (int i = 0; i < CONSUMERS; ++i) {
    pthread_join(consumers[i].thread, NULL);
    sum += consumers[i].sum;
  }
  const int messages = PRODUCERS * MESSAGES;  // numbered from 1
  assert(sum == messages * (messages + 1) / 2);
  queue_free(queue);
  return EXIT_SUCCESS;
}
