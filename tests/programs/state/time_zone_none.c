// expect: verdict=defect kind=assertion line=13 traces=1 deadlocks=0
//
// As time_zone.c, but the environment names none.

#include <assert.h>
#include <time.h>

int main(void) {
  const time_t begin = 0;
  struct tm local;
  tzset();
  localtime_r(&begin, &local);
  assert(local.tm_hour == 19 && timezone == 5 * 3600);
  return 0;
}
