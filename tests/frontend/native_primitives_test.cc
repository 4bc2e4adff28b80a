// What the user is told about primitives of C programs, and the options that change what they do. How many traces there
// are is in tests/programs.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/frontend/command_driver.h"

namespace qpor::frontend {
namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

constexpr const char* kNamed = R"(
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
static void* work(void* none) {
  pthread_setname_np(pthread_self(), "painter");
  assert(none != NULL);
  return none;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, NULL, work, NULL);
  pthread_join(thread, NULL);
  return 0;
}
)";

TEST(NativePrimitives, ThreadsAreCalledByTheNameThatTheProgramGivesThem) {
  const CFile program(kNamed);
  const Ran ran = run_with({program.path()});
  EXPECT_EQ(ran.code, 1);
  EXPECT_TRUE(holds(ran.out, "in thread painter (work.0)")) << ran.out;
}

constexpr const char* kUnjoined = R"(
#include <pthread.h>
static void* work(void* none) { return none; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, work, NULL);
  pthread_create(&b, NULL, work, NULL);
  pthread_create(&c, NULL, work, NULL);
  pthread_join(a, NULL);
  pthread_detach(b);
  return 0;
}
)";

TEST(NativePrimitives, ThreadsThatNobodyJoinsAreListedWhenAsked) {
  const CFile program(kUnjoined);
  const Ran ran = run_with({"--unjoined", program.path()});
  EXPECT_EQ(ran.code, 0) << ran.out;
  EXPECT_TRUE(holds(ran.out, "never joined: work.2, created at ")) << ran.out;
  EXPECT_TRUE(holds(ran.out, ".c:8\n")) << ran.out;
  EXPECT_FALSE(holds(ran.out, "work.0")) << ran.out;
  EXPECT_FALSE(holds(run_with({program.path()}).out, "never joined"));
  const auto json = json_of({"--unjoined", program.path()});
  ASSERT_EQ(json["unjoined"].size(), 1u);
}

TEST(NativePrimitives, ALostWakeUpIsExplained) {
  const Ran ran = run_with({repository_file("examples/bugs/lost_wakeup.c")});
  EXPECT_TRUE(holds(ran.out,
                    "consume.0 waits on arrived since line 24: the last signal, by produce.1 in line 33, came before."))
      << ran.out;
}

TEST(NativePrimitives, NobodyWakesUpByHimselfUnlessAsked) {
  const std::string program = repository_file("tests/programs/spurious_wakeup.c");
  EXPECT_EQ(run_with({program}).code, 0);
  EXPECT_EQ(run_with({"--spurious-wakeups=1", program}).code, 1);
}

TEST(NativePrimitives, ATimedWaitMayEndByItselfToo) {
  const CFile program(R"(
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
int main(void) {
  const struct timespec limit = {2000000000, 0};
  pthread_mutex_lock(&lock);
  assert(pthread_cond_timedwait(&bell, &lock, &limit) == ETIMEDOUT);
  pthread_mutex_unlock(&lock);
  return 0;
}
)");
  EXPECT_EQ(run_with({program.path()}).code, 0);
  EXPECT_EQ(run_with({"--spurious-wakeups=1", program.path()}).code, 1);
}

/// Two of the three that meet go on; the third has to wait, whoever it is.
constexpr const char* kThreeForTwo = R"(
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static void* work(void* number) {
  pthread_barrier_wait(&barrier);
  assert(number != &barrier);
  return NULL;
}
int main(void) {
  pthread_t thread[3];
  pthread_barrier_init(&barrier, NULL, 2);
  for (int i = 0; i < 3; ++i) pthread_create(&thread[i], NULL, work, i == 2 ? &barrier : NULL);
  for (int i = 0; i < 3; ++i) pthread_join(thread[i], NULL);
  return 0;
}
)";

TEST(NativePrimitives, ScheduleOfABarrierWithTooManyThreadsCanBeReplayed) {
  const CFile program(kThreeForTwo);
  const TemporaryFile schedule(".schedule");
  const Ran ran = run_plainly({"--keep-going", "--save-schedule=" + schedule.path(), program.path()});
  EXPECT_EQ(ran.code, 1) << ran.out << ran.err;
  EXPECT_TRUE(holds(schedule.text(), "--barriers=ordered")) << schedule.text();
  const Ran again = run_with({"--replay=" + schedule.path()});
  EXPECT_EQ(again.code, 1) << again.out << again.err;
  const auto automatic = json_of({"--keep-going", program.path()});
  const auto ordered = json_of({"--keep-going", "--barriers=ordered", program.path()});
  EXPECT_EQ(automatic["statistics"]["traces"], ordered["statistics"]["traces"]);
  EXPECT_EQ(automatic["statistics"]["trace_set_hash"], ordered["statistics"]["trace_set_hash"]);
}

TEST(NativePrimitives, WhatIsSharedBetweenProcessesIsRefusedByName) {
  const CFile program(R"(
#include <pthread.h>
int main(void) {
  pthread_condattr_t attributes;
  pthread_cond_t condition;
  pthread_condattr_init(&attributes);
  pthread_condattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
  pthread_cond_init(&condition, &attributes);
  return 0;
}
)");
  const Ran ran = run_with({program.path()});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(holds(ran.out, "a condition variable that is shared between processes")) << ran.out;
}

TEST(NativePrimitives, CancellationIsRefusedByName) {
  const CFile program("#include <pthread.h>\nint main(void) { return pthread_cancel(pthread_self()); }\n");
  const Ran ran = run_with({program.path()});
  EXPECT_EQ(ran.code, 3);
  EXPECT_TRUE(holds(ran.out, "calls pthread_cancel, which qpor does not run: cancellation is not modelled")) << ran.out;
}

TEST(NativePrimitives, AfterATimeOutTheClockStandsAtTheLimit) {
  const CFile program(R"(
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t bell = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec now, limit;
  clock_gettime(CLOCK_REALTIME, &limit);
  limit.tv_sec += 3600;
  pthread_mutex_lock(&lock);
  int result = 0;
  while (result != ETIMEDOUT) result = pthread_cond_timedwait(&bell, &lock, &limit);
  clock_gettime(CLOCK_REALTIME, &now);
  assert(now.tv_sec >= limit.tv_sec && now.tv_sec <= limit.tv_sec + 1);
  pthread_mutex_unlock(&lock);
  return 0;
}
)");
  EXPECT_EQ(run_with({program.path()}).code, 0);
}

TEST(NativePrimitives, WrongWordsForTheirOptionsAreUserErrors) {
  const CFile program("int main(void) { return 0; }\n");
  for (const char* word : {"--condvar=lifo", "--spurious-wakeups=-1", "--spurious-wakeups=1000001", "--barriers=some",
                           "--encoding=tree"}) {
    const Ran ran = run_with({word, program.path()});
    EXPECT_EQ(ran.code, 2) << word;
    EXPECT_FALSE(ran.err.empty());
  }
}

TEST(NativePrimitives, AChainHasTheSameVerdictWithMoreTraces) {
  const std::string program = repository_file("tests/programs/primitives/cond_broadcast.c");
  const auto layers = json_of({"--keep-going", program});
  const auto chain = json_of({"--keep-going", "--encoding=chain", program});
  EXPECT_EQ(layers["verdict"], chain["verdict"]);
  EXPECT_GE(chain["statistics"]["traces"], layers["statistics"]["traces"]);
}

}  // namespace
}  // namespace qpor::frontend
