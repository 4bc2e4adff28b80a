// expect: verdict=defect kind=data-race lines=18,23 variable=settings
//
// A large structure is passed by value: the copy reads all of it while another thread writes a member.

#include <pthread.h>

struct settings {
  long limits[8];
};

static struct settings settings;

static long total(struct settings mine) { return mine.limits[0] + mine.limits[7]; }

static long (*const summary)(struct settings) = total;

static void* reads(void* unused) {
  return summary(settings) < 0 ? unused : NULL;
}

static void* writes(void* unused) {
  pthread_t self = pthread_self();
  settings.limits[3] = self != 0;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, reads, NULL);
  pthread_create(&second, NULL, writes, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
