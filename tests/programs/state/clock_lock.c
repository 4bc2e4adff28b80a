// expect: verdict=safe traces=2 deadlocks=0
//
// The clock never goes back from one critical section to the next: two orders of two sections, and in both the time
// that the section before has noted is earlier. Sleeping before the lock makes the clocks of the threads differ.

#include <assert.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long long last;

static void* note(void* seconds) {
  sleep((unsigned)(long)seconds);
  pthread_mutex_lock(&lock);
  struct timespec time;
  clock_gettime(CLOCK_REALTIME, &time);
  const long long now = time.tv_sec * 1000000000LL + time.tv_nsec;
  assert(now > last);
  last = now;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, note, (void*)10);
  note((void*)1);
  pthread_join(thread, NULL);
  return 0;
}
