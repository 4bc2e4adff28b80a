// expect: verdict=safe traces=272 deadlocks=0
// expect-bug: verdict=defect kind=assertion line=89
//
// Connections to a server that threads borrow and give back. A request whose connection breaks resets it and tries
// again, perhaps with another one.
//
// With -DBUG=1 the handler of the error gives the connection back, and so does the common end of the attempt. If
// another thread borrows the connection between the two, the second one makes it free for a third: two threads talk
// over it at the same time. Otherwise nothing happens, since a place that is free can be marked as free again.

#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

#ifndef CONNECTIONS
#define CONNECTIONS 1
#endif
#ifndef CLIENTS
#define CLIENTS 3
#endif

struct connection {
  pthread_mutex_t talking;  // who has borrowed the connection never waits for it
  bool broken;
  int answered;
};

struct pool {
  pthread_mutex_t mutex;
  pthread_cond_t returned;
  struct connection connection[CONNECTIONS];
  bool is_free[CONNECTIONS];
};

static void pool_init(struct pool* pool) {
  pthread_mutex_init(&pool->mutex, NULL);
  pthread_cond_init(&pool->returned, NULL);
  for (int i = 0; i < CONNECTIONS; ++i) {
    pthread_mutex_init(&pool->connection[i].talking, NULL);
    pool->connection[i].broken = false;
    pool->connection[i].answered = 0;
    pool->is_free[i] = true;
  }
}

static void pool_destroy(struct pool* pool) {
  for (int i = 0; i < CONNECTIONS; ++i) {
    assert(pool->is_free[i]);
    pthread_mutex_destroy(&pool->connection[i].talking);
  }
  pthread_cond_destroy(&pool->returned);
  pthread_mutex_destroy(&pool->mutex);
}

static struct connection* find_free(struct pool* pool) {
  for (int i = 0; i < CONNECTIONS; ++i) {
    if (pool->is_free[i]) return &pool->connection[i];
  }
  return NULL;
}

/// Waits for a connection, which is the caller's until pool_release.
static struct connection* pool_acquire(struct pool* pool) {
  pthread_mutex_lock(&pool->mutex);
  struct connection* connection;
  while ((connection = find_free(pool)) == NULL) pthread_cond_wait(&pool->returned, &pool->mutex);
  pool->is_free[connection - pool->connection] = false;
  pthread_mutex_unlock(&pool->mutex);
  return connection;
}

static void pool_release(struct pool* pool, struct connection* connection) {
  pthread_mutex_lock(&pool->mutex);
  pool->is_free[connection - pool->connection] = true;
  pthread_cond_signal(&pool->returned);
  pthread_mutex_unlock(&pool->mutex);
}

struct request {
  struct pool* pool;
  int number;
  int attempts;
};

/// True if the server answered. It hangs up on the first attempt of request 0.
static bool connection_ask(struct connection* connection, const struct request* request) {
  const bool alone = pthread_mutex_trylock(&connection->talking) == 0;
  assert(alone);
  connection->broken = request->number == 0 && request->attempts == 1;
  if (!connection->broken) ++connection->answered;
  const bool answered = !connection->broken;
  pthread_mutex_unlock(&connection->talking);
  return answered;
}

static void recover(struct pool* pool, struct connection* connection) {
  connection->broken = false;  // connects again
#ifdef BUG
  pool_release(pool, connection);
#else
  (void)pool;
#endif
}

static bool attempt(struct request* request) {
  struct connection* connection = pool_acquire(request->pool);
  ++request->attempts;
  const bool answered = connection_ask(connection, request);
  if (!answered) recover(request->pool, connection);
  pool_release(request->pool, connection);
  return answered;
}

static void* serve(void* argument) {
  struct request* request = argument;
  while (!attempt(request)) assert(request->attempts < 2);
  return NULL;
}

int main(void) {
  struct pool pool;
  pool_init(&pool);
  struct request requests[CLIENTS];
  pthread_t clients[CLIENTS];
  for (int i = 0; i < CLIENTS; ++i) {
    requests[i] = (struct request){.pool = &pool, .number = i};
    pthread_create(&clients[i], NULL, serve, &requests[i]);
  }
  for (int i = 0; i < CLIENTS; ++i) pthread_join(clients[i], NULL);
  int answered = 0;
  for (int i = 0; i < CONNECTIONS; ++i) answered += pool.connection[i].answered;
  assert(answered == CLIENTS);
  pool_destroy(&pool);
  return EXIT_SUCCESS;
}
