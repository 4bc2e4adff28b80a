// expect: verdict=safe traces=20 deadlocks=0
// expect-bug: verdict=defect kind=deadlock line=65
//
// Workers with a deque of tasks each. A worker takes its own tasks from the back; when it has none left, it takes
// some of another one's from the front. The deques are short and held for a few instructions, hence spin locks. A
// barrier keeps workers from stealing before all have their tasks.
//
// With -DBUG=1 a thief locks its own deque first and the victim's second, instead of the one with the lower number
// first. Two workers that come to their ends at the same time and choose each other each hold one lock and wait for the
// other.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef TASKS  // of the first worker; the others have one less each
#define TASKS 2
#endif
#define MOST_TASKS (WORKERS * TASKS)

struct deque {
  pthread_spinlock_t lock;
  int number;  // the locks are taken in this order
  int tasks[MOST_TASKS];
  int count;
};

struct worker {
  pthread_t thread;
  int done[MOST_TASKS];  // how often the worker did each task
};

static struct deque deques[WORKERS];
static struct worker workers[WORKERS];
static pthread_barrier_t seeded;

static void deque_push(struct deque* deque, int task) {
  pthread_spin_lock(&deque->lock);
  assert(deque->count < MOST_TASKS);
  deque->tasks[deque->count++] = task;
  pthread_spin_unlock(&deque->lock);
}

static bool deque_pop(struct deque* deque, int* task) {
  pthread_spin_lock(&deque->lock);
  const bool found = deque->count > 0;
  if (found) *task = deque->tasks[--deque->count];
  pthread_spin_unlock(&deque->lock);
  return found;
}

static void lock_both(struct deque* thief, struct deque* victim) {
#ifdef BUG
  struct deque* first = thief;
  struct deque* second = victim;
#else
  struct deque* first = thief->number < victim->number ? thief : victim;
  struct deque* second = first == thief ? victim : thief;
#endif
  pthread_spin_lock(&first->lock);
  pthread_spin_lock(&second->lock);
}

/// Takes the victim's oldest task, and moves the older half of the others. Both locks are held, so that a task is at no
/// time in neither of the deques. The thief has to have a task for itself: if it only moved them, two thieves with a
/// single task might take it from each other for ever. False if there was nothing.
static bool deque_steal(struct deque* thief, struct deque* victim, int* task) {
  lock_both(thief, victim);
  const bool found = victim->count > 0;
  if (found) {
    *task = victim->tasks[0];
    const int removed = 1 + victim->count / 2;
    for (int i = 1; i < removed; ++i) thief->tasks[thief->count++] = victim->tasks[i];
    victim->count -= removed;
    for (int i = 0; i < victim->count; ++i) victim->tasks[i] = victim->tasks[i + removed];
  }
  pthread_spin_unlock(&victim->lock);
  pthread_spin_unlock(&thief->lock);
  return found;
}

static bool steal_from_any(int thief, int* task) {
  for (int i = 1; i < WORKERS; ++i) {
    if (deque_steal(&deques[thief], &deques[(thief + i) % WORKERS], task)) return true;
  }
  return false;
}

/// A worker ends when it finds nothing anywhere. Tasks make no new ones, so there is nothing left for it: what others
/// have moved in the meantime they do themselves.
static void* work(void* argument) {
  struct worker* self = argument;
  const int number = (int)(self - workers);
  for (int i = 0; i < TASKS - number; ++i) deque_push(&deques[number], number * TASKS + i);
  pthread_barrier_wait(&seeded);
  for (int task; deque_pop(&deques[number], &task) || steal_from_any(number, &task);) ++self->done[task];
  return NULL;
}

int main(void) {
  pthread_barrier_init(&seeded, NULL, WORKERS);
  for (int i = 0; i < WORKERS; ++i) {
    pthread_spin_init(&deques[i].lock, PTHREAD_PROCESS_PRIVATE);
    deques[i].number = i;
  }
  for (int i = 0; i < WORKERS; ++i) pthread_create(&workers[i].thread, NULL, work, &workers[i]);
  for (int i = 0; i < WORKERS; ++i) pthread_join(workers[i].thread, NULL);

  for (int i = 0; i < WORKERS; ++i) {
    for (int task = i * TASKS; task < (i + 1) * TASKS; ++task) {
      int done = 0;
      for (int j = 0; j < WORKERS; ++j) done += workers[j].done[task];
      assert(done == (task < (i + 1) * TASKS - i));
    }
  }
  for (int i = 0; i < WORKERS; ++i) {
    assert(deques[i].count == 0);
    pthread_spin_destroy(&deques[i].lock);
  }
  pthread_barrier_destroy(&seeded);
  return EXIT_SUCCESS;
}
