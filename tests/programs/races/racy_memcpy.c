// expect: verdict=defect kind=data-race lines=12,17 variable=record
//
// One thread copies 16 bytes by memcpy while another writes the last four of them.

#include <pthread.h>
#include <string.h>

static int record[4];

static void* copy(void* unused) {
  int mine[4];
  memcpy(mine, record, sizeof mine);
  return mine[0] < 0 ? unused : NULL;
}

static void* change(void* unused) {
  record[3] = 1;
  return unused;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, NULL, copy, NULL);
  pthread_create(&second, NULL, change, NULL);
  pthread_join(first, NULL);
  pthread_join(second, NULL);
  return 0;
}
