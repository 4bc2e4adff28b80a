// DISP(S,R) of [QPOR Table 1], the dispatcher: S servers, and R requests that main gives to whichever server a picker
// thread has chosen so far.
//
// expect S=3 R=2: 59 traces, 0 deadlocks
// expect S=5 R=2: 137 traces, 0 deadlocks
// expect S=5 R=3: 1482 traces, 0 deadlocks
// expect S=5 R=4: 15282 traces, 0 deadlocks
// expect S=5 R=5: 151032 traces, 0 deadlocks
//
// Why: each request of main sees one of the ids that its picker sets in turn (or the one left from before), then races
// with that server, which runs only once, unless an earlier request has met that server after it ran. The figures for
// S = 5 are those of the paper; the one for S = 3 is what the model disp.model has.

#include <pthread.h>

#ifndef S
#define S 5  // servers
#endif
#ifndef R
#define R 2  // requests
#endif

static pthread_mutex_t id_lock;
static int id;  // the chosen server; under id_lock

static struct {
  pthread_mutex_t lock;
  int in, out;  // under lock
} servers[S];

static void* server(void* argument) {
  const int i = (int)(long)argument;
  pthread_mutex_lock(&servers[i].lock);
  if (servers[i].in > 0) servers[i].out = servers[i].in;
  pthread_mutex_unlock(&servers[i].lock);
  return NULL;
}

static void* picker(void* unused) {
  (void)unused;
  for (int x = 0; x < S; ++x) {
    pthread_mutex_lock(&id_lock);
    id = x;
    pthread_mutex_unlock(&id_lock);
  }
  return NULL;
}

static void handle_request(void) {
  pthread_t picks;
  pthread_create(&picks, NULL, picker, NULL);

  pthread_mutex_lock(&id_lock);
  const int chosen = id;
  pthread_mutex_unlock(&id_lock);

  pthread_mutex_lock(&servers[chosen].lock);
  ++servers[chosen].in;
  pthread_mutex_unlock(&servers[chosen].lock);

  pthread_join(picks, NULL);
}

int main(void) {
  pthread_mutex_init(&id_lock, NULL);
  for (int i = 0; i < S; ++i) pthread_mutex_init(&servers[i].lock, NULL);
  for (long i = 0; i < S; ++i) {
    pthread_t serves;
    pthread_create(&serves, NULL, server, (void*)i);
  }
  for (int request = 0; request < R; ++request) handle_request();
  pthread_exit(NULL);  // the servers are not joined
}
