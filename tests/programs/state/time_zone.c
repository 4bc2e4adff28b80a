// expect: verdict=safe traces=1 deadlocks=0
// args: --env=TZ=EST5
//
// The time zone is the one that the environment names.

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
