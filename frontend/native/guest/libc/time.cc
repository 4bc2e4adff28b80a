// Time, which is virtual: the clocks of the threads (clocks.h) begin at the same moment, go on by a microsecond
// whenever they are asked and by the time that their threads sleep, and never go back along the causal order of events.
// Those of the processor do not go on while a thread sleeps.
//
// Sleeping returns at once. Programs that sleep hope for an order, and qpor explores them all; an operation it is not.

#include <sched.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <limits>

#include "frontend/native/guest/check/touch.h"
#include "frontend/native/guest/libc/libc.h"
#include "frontend/native/guest/libc/library_state.h"
#include "frontend/native/guest/sync/primitives.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kRealStart = 1'577'836'800 * kSecond;  ///< 2020-01-01 00:00:00 UTC
constexpr std::int64_t kMonotonicStart = 1000 * kSecond;
constexpr std::int64_t kQuestion = 1000;

/// What the thread's clock is added to; -1 for a clock that there is not.
std::int64_t start_of(clockid_t clock) {
  switch (clock) {
    case CLOCK_REALTIME:
    case CLOCK_REALTIME_COARSE:
    case CLOCK_TAI: return kRealStart;
    case CLOCK_MONOTONIC:
    case CLOCK_MONOTONIC_RAW:
    case CLOCK_MONOTONIC_COARSE:
    case CLOCK_BOOTTIME: return kMonotonicStart;
    case CLOCK_PROCESS_CPUTIME_ID:
    case CLOCK_THREAD_CPUTIME_ID: return 0;
    default: return -1;
  }
}

timespec to_timespec(std::int64_t nanoseconds) { return {nanoseconds / kSecond, nanoseconds % kSecond}; }

bool is_of_processor(clockid_t clock) { return clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID; }

constexpr std::int64_t kEndOfTime = std::numeric_limits<std::int64_t>::max() / 4;

/// Of the calling thread.
ClockTimes clock_now() { return machine().clocks().now(machine(), machine().current()); }

void advance_clocks(std::int64_t time, std::int64_t busy) {
  ClockTimes now = clock_now();
  now.time = std::min(kEndOfTime, now.time + std::min(kEndOfTime, time));
  now.busy += busy;
  machine().clocks().set(machine().current(), now);
}

ClockTimes ask_clocks() {
  machine().assume(Assumption::VirtualClock);
  advance_clocks(kQuestion, kQuestion);
  return clock_now();
}

/// Of processor time: seconds * per_second.
std::int64_t ask_processor(std::int64_t per_second) { return ask_clocks().busy / (kSecond / per_second); }

bool is_valid(const timespec& time) { return time.tv_sec >= 0 && time.tv_nsec >= 0 && time.tv_nsec < kSecond; }

/// No overflow: who sleeps until the end of time gets there.
std::int64_t to_nanoseconds(const timespec& time) {
  return time.tv_sec >= kEndOfTime / kSecond ? kEndOfTime : time.tv_sec * kSecond + time.tv_nsec;
}

}  // namespace

std::int64_t ask_clock() { return ask_clocks().time; }

void advance_clock(std::int64_t nanoseconds) { advance_clocks(nanoseconds, 0); }

int check_deadline(const Deadline& deadline) {
  if (start_of(deadline.clock) < 0) return EINVAL;
  return deadline.time->tv_nsec >= 0 && deadline.time->tv_nsec < kSecond ? 0 : EINVAL;
}

void pass_deadline(const Deadline& deadline) {
  if (deadline.time->tv_sec < 0) return;
  const std::int64_t end = to_nanoseconds(*deadline.time) - start_of(deadline.clock);
  advance_clock(std::max<std::int64_t>(0, end - clock_now().time));
}

// --- asking

time_t guest_time(time_t* result) {
  const time_t now = (kRealStart + ask_clock()) / kSecond;
  if (result != nullptr) *result = now;
  return now;
}

int guest_clock_gettime(clockid_t clock, timespec* result) {
  const std::int64_t start = start_of(clock);
  if (start < 0) {
    errno = EINVAL;
    return -1;
  }
  const ClockTimes now = ask_clocks();
  *result = to_timespec(start + (is_of_processor(clock) ? now.busy : now.time));
  return 0;
}

int guest_clock_getres(clockid_t clock, timespec* result) {
  if (start_of(clock) < 0) {
    errno = EINVAL;
    return -1;
  }
  if (result != nullptr) *result = {0, 1};
  return 0;
}

int guest_gettimeofday(timeval* result, void*) {
  const std::int64_t now = kRealStart + ask_clock();
  *result = {now / kSecond, now % kSecond / 1000};
  return 0;
}

int guest_timespec_get(timespec* result, int base) {
  if (base != TIME_UTC) return 0;
  *result = to_timespec(kRealStart + ask_clock());
  return base;
}

int guest_ftime(timeb* result) {
  const std::int64_t now = kRealStart + ask_clock();
  *result = {};
  result->time = now / kSecond;
  result->millitm = static_cast<unsigned short>(now % kSecond / 1'000'000);
  return 0;
}

clock_t guest_clock() { return ask_processor(CLOCKS_PER_SEC); }

clock_t guest_times(tms* result) {
  constexpr std::int64_t kTick = kSecond / 100;  // 100 a second, as sysconf(_SC_CLK_TCK) says
  const ClockTimes now = ask_clocks();
  if (result != nullptr) *result = {now.busy / kTick, 0, 0, 0};
  return now.time / kTick;
}

int guest_getrusage(int, rusage* result) {
  const std::int64_t busy = ask_processor(1'000'000);
  *result = {};
  result->ru_utime = {busy / 1'000'000, busy % 1'000'000};
  return 0;
}

std::int64_t cycles_hook() { return 3 * (kMonotonicStart + ask_clock()); }

std::int64_t guest_steady_clock_now() { return kMonotonicStart + ask_clock(); }
std::int64_t guest_system_clock_now() { return kRealStart + ask_clock(); }

// --- sleeping

unsigned guest_sleep(unsigned seconds) {
  advance_clock(seconds * kSecond);
  return 0;
}

int guest_usleep(useconds_t microseconds) {
  advance_clock(microseconds * std::int64_t{1000});
  return 0;
}

/// The rest of the time is told only after a signal, and there are none.
int guest_nanosleep(const timespec* time, timespec*) {
  if (!is_valid(*time)) {
    errno = EINVAL;
    return -1;
  }
  advance_clock(to_nanoseconds(*time));
  return 0;
}

int guest_clock_nanosleep(clockid_t clock, int flags, const timespec* time, timespec*) {
  const std::int64_t start = start_of(clock);
  if (start < 0 || !is_valid(*time)) return EINVAL;
  const ClockTimes now = clock_now();
  const bool waits_for_processor = is_of_processor(clock);
  std::int64_t duration = to_nanoseconds(*time);
  if (flags == TIMER_ABSTIME) duration -= start + (waits_for_processor ? now.busy : now.time);
  duration = std::max<std::int64_t>(0, duration);
  advance_clocks(duration, waits_for_processor ? duration : 0);
  return 0;
}

void guest_sleep_for(std::int64_t seconds, std::int64_t nanoseconds) {
  advance_clock(to_nanoseconds({std::max<std::int64_t>(0, seconds), std::max<std::int64_t>(0, nanoseconds)}));
}

int guest_sched_yield() { return 0; }

// --- writing it down: in UTC (stdio.cc sets TZ)

namespace {

/// Calls `convert` on a copy and copies the members back. The library copies a structure of its own stack, padding
/// included, and leftovers of a stack differ between equivalent runs.
time_t convert_members(tm* time, time_t (*convert)(tm*)) {
  tm copy = *time;
  const time_t result = convert(&copy);
  constexpr std::size_t padding = offsetof(tm, tm_isdst) + sizeof copy.tm_isdst;
  std::memcpy(time, &copy, padding);
  time->tm_gmtoff = copy.tm_gmtoff;
  time->tm_zone = copy.tm_zone;
  return result;
}

}  // namespace

time_t guest_mktime(tm* time) { return convert_members(time, ::mktime); }
time_t guest_timegm(tm* time) { return convert_members(time, ::timegm); }

namespace {

/// The static buffers, which are announced as written.
tm* time_result(const Touch& touch) {
  tm* const result = &process_state().time;
  touch.write(result, sizeof *result);
  machine().run().uses_process_state = true;
  return result;
}

char* text_result(const Touch& touch) {
  char* const result = process_state().time_text;
  touch.write(result, sizeof process_state().time_text);
  machine().run().uses_process_state = true;
  return result;
}

}  // namespace

tm* guest_localtime(const time_t* time) { return ::localtime_r(time, time_result(Touch{QPOR_CALLED_BY})); }

tm* guest_gmtime(const time_t* time) { return ::gmtime_r(time, time_result(Touch{QPOR_CALLED_BY})); }

char* guest_asctime(const tm* time) { return ::asctime_r(time, text_result(Touch{QPOR_CALLED_BY})); }

/// By way of localtime, as the standard has it.
char* guest_ctime(const time_t* time) {
  const Touch touch{QPOR_CALLED_BY};
  return ::asctime_r(::localtime_r(time, time_result(touch)), text_result(touch));
}

}  // namespace qpor::frontend::native
