// expect: verdict=safe traces=120 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=110
//
// A cache that is read much more often than it is written: a hash table with chains under a readers-writer lock. It is
// set up by whoever comes first. What is missing is loaded without any lock, since loading is slow. cache_forget tidies
// up only if it gets the lock soon.
//
// With -DBUG=1 cache_get does not look again when it has come back with the lock for writing. Two threads miss the same
// key, both load it and both insert it: the table has two entries for one key, of which cache_forget removes one.

#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <time.h>

#ifndef READERS
#define READERS 2
#endif
#ifndef BUCKETS
#define BUCKETS 4
#endif

struct entry {
  int key;
  int value;
  struct entry* next;
};

static struct {
  pthread_rwlock_t lock;
  struct entry* bucket[BUCKETS];
  int entries;
} cache;
static pthread_once_t cache_once = PTHREAD_ONCE_INIT;

static void set_up_cache(void) { pthread_rwlock_init(&cache.lock, NULL); }

/// Stands for a slow request to a database.
static int load(int key) { return key * 100; }

/// REQUIRES: the lock is held, for reading or for writing.
static struct entry** find(int key) {
  struct entry** link = &cache.bucket[(unsigned)key % BUCKETS];
  while (*link != NULL && (*link)->key != key) link = &(*link)->next;
  return link;
}

static bool look_up(int key, int* value) {
  const struct entry* entry = *find(key);
  if (entry == NULL) return false;
  *value = entry->value;
  return true;
}

/// REQUIRES: the lock is held for writing.
static void insert(int key, int value) {
  struct entry* entry = malloc(sizeof *entry);
  if (entry == NULL) return;  // a cache may forget
  struct entry** head = &cache.bucket[(unsigned)key % BUCKETS];
  *entry = (struct entry){.key = key, .value = value, .next = *head};
  *head = entry;
  ++cache.entries;
}

/// The value of a key, from the cache if it is there.
static int cache_get(int key) {
  pthread_once(&cache_once, set_up_cache);
  int value;
  pthread_rwlock_rdlock(&cache.lock);
  const bool hit = look_up(key, &value);
  pthread_rwlock_unlock(&cache.lock);
  if (hit) return value;

  const int loaded = load(key);
  pthread_rwlock_wrlock(&cache.lock);
#ifdef BUG
  value = loaded;
  insert(key, loaded);
#else
  // Another thread may have been here while this one had no lock.
  if (!look_up(key, &value)) {
    value = loaded;
    insert(key, loaded);
  }
#endif
  pthread_rwlock_unlock(&cache.lock);
  return value;
}

/// Removes a key. False if the cache was too busy; the key may then still be there.
static bool cache_forget(int key, int milliseconds) {
  pthread_once(&cache_once, set_up_cache);
  struct timespec deadline;
  clock_gettime(CLOCK_REALTIME, &deadline);
  deadline.tv_nsec += milliseconds * 1000000L;
  if (deadline.tv_nsec >= 1000000000L) {
    deadline.tv_nsec -= 1000000000L;
    ++deadline.tv_sec;
  }
  if (pthread_rwlock_timedwrlock(&cache.lock, &deadline) == ETIMEDOUT) return false;
  struct entry** link = find(key);
  struct entry* entry = *link;
  if (entry != NULL) {
    *link = entry->next;
    --cache.entries;
    free(entry);
  }
  assert(*find(key) == NULL);
  pthread_rwlock_unlock(&cache.lock);
  return true;
}

/// No thread may use the cache any more.
static void cache_free(void) {
  pthread_once(&cache_once, set_up_cache);
  for (int i = 0; i < BUCKETS; ++i) {
    while (cache.bucket[i] != NULL) {
      struct entry* entry = cache.bucket[i];
      cache.bucket[i] = entry->next;
      --cache.entries;
      free(entry);
    }
  }
  assert(cache.entries == 0);
  pthread_rwlock_destroy(&cache.lock);
}

static void* serve(void* unused) {
  (void)unused;
  const int value = cache_get(7);
  assert(value == 700);
  return NULL;
}

int main(void) {
  pthread_t readers[READERS];
  for (int i = 0; i < READERS; ++i) pthread_create(&readers[i], NULL, serve, NULL);
  cache_forget(7, 5);
  for (int i = 0; i < READERS; ++i) pthread_join(readers[i], NULL);
  assert(cache_get(7) == 700);
  const bool forgotten = cache_forget(7, 5);  // nobody else is there
  assert(forgotten);
  cache_free();
  return EXIT_SUCCESS;
}
