// Defects park the thread, with a kind, a sentence and a place; others go on.

#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using engine::Value;

// The failure of a thread with this body after these results; the body begins at column 12 of line 2.
std::string failure_of(const std::string& body, const std::vector<Value>& results) {
  Driver driver("var x, a[3]; mutex m, n[2]; cond c; rwlock l; proc p() {}\nthread t { " + body + " }");
  for (const Value result : results) {
    EXPECT_EQ(driver.failure("t"), "") << body;
    if (driver.pending("t").empty()) return "ended too early";
    driver.step("t", result);
  }
  EXPECT_EQ(driver.pending("t"), "") << body;
  return driver.failure("t");
}

TEST(ModelDefects, OfAssertionsQuoteThem) {
  EXPECT_EQ(failure_of("assert(1 + 1\n ==  3);", {}), "2:12 assertion: assertion '1 + 1 == 3' failed");
  EXPECT_EQ(failure_of("assert(x > 2);", {2}), "2:12 assertion: assertion 'x > 2' failed");
  EXPECT_EQ(failure_of("assert((x));", {0}), "2:12 assertion: assertion '(x)' failed");
}

TEST(ModelDefects, OfArithmeticNameTheOperator) {
  EXPECT_EQ(failure_of("x = 5 / x;", {0}), "2:18 arithmetic: division by zero");
  EXPECT_EQ(failure_of("x = 5 / 0;", {}), "2:18 arithmetic: division by zero");
  EXPECT_EQ(failure_of("x = x % (x - 1);", {5, 1}), "2:18 arithmetic: division by zero");
  EXPECT_EQ(failure_of("x = 1 << x;", {64}), "2:18 arithmetic: shift by less than 0 or more than 63");
  EXPECT_EQ(failure_of("x = 1 >> x;", {-1}), "2:18 arithmetic: shift by less than 0 or more than 63");
}

TEST(ModelDefects, OfIndicesNameTheArray) {
  EXPECT_EQ(failure_of("a[3] = 1;", {}), "2:12 bounds: index 3 of 'a' is not in 0..2");
  EXPECT_EQ(failure_of("x = a[x];", {-1}), "2:16 bounds: index -1 of 'a' is not in 0..2");
  EXPECT_EQ(failure_of("lock(n[2]);", {}), "2:12 bounds: index 2 of 'n' is not in 0..1");
  EXPECT_EQ(failure_of("wait(c, n[0x100000000]);", {}), "2:12 bounds: index 4294967296 of 'n' is not in 0..1");
}

TEST(ModelDefects, OfLocksNameTheLock) {
  EXPECT_EQ(failure_of("unlock(m);", {}), "2:12 lock-misuse: unlock of 'm', which the thread does not hold");
  EXPECT_EQ(failure_of("lock(m); unlock(m); unlock(m);", {0, 0}),
            "2:32 lock-misuse: unlock of 'm', which the thread does not hold");
  EXPECT_EQ(failure_of("lock(n[0]); unlock(n[1]);", {0}),
            "2:24 lock-misuse: unlock of 'n[1]', which the thread does not hold");
  EXPECT_EQ(failure_of("trylock(m); unlock(m);", {0}),
            "2:24 lock-misuse: unlock of 'm', which the thread does not hold");
  EXPECT_EQ(failure_of("wait(c, m);", {}), "2:12 lock-misuse: wait with 'm', which the thread does not hold");
  EXPECT_EQ(failure_of("rdlock(l); wrunlock(l);", {0}),
            "2:23 lock-misuse: wrunlock of 'l', which the thread does not hold for writing");
  EXPECT_EQ(failure_of("wrlock(l); rdunlock(l);", {0}),
            "2:23 lock-misuse: rdunlock of 'l', which the thread does not hold for reading");
  EXPECT_EQ(failure_of("rdlock(l); rdlock(l); rdunlock(l); rdunlock(l); rdunlock(l);", {0, 0, 0, 0}),
            "2:60 lock-misuse: rdunlock of 'l', which the thread does not hold for reading");
  EXPECT_EQ(failure_of("tryrdlock(l); rdunlock(l); rdunlock(l);", {1, 0}),
            "2:39 lock-misuse: rdunlock of 'l', which the thread does not hold for reading");
  EXPECT_EQ(failure_of("trywrlock(l); wrunlock(l); wrunlock(l);", {1, 0}),
            "2:39 lock-misuse: wrunlock of 'l', which the thread does not hold for writing");
}

TEST(ModelDefects, OfJoinsAreForgedAndRepeatedHandles) {
  const std::string forged = " thread-misuse: join of a value that is no thread handle";
  EXPECT_EQ(failure_of("join(0);", {}), "2:12" + forged);
  EXPECT_EQ(failure_of("create p(); join(1);", {0}), "2:24" + forged);
  EXPECT_EQ(failure_of("local h = create p(); join(h + 1);", {0}), "2:34" + forged);
  EXPECT_EQ(failure_of("local h = create p(); join(h); join(h);", {0, 0}),
            "2:43 thread-misuse: join of a thread that this thread has joined before");
}

TEST(ModelDefects, AMutexLockedAgainIsAnnouncedAndNoDefect) {
  Driver driver("mutex m; thread t { lock(m); lock(m); }");
  driver.step("t");
  EXPECT_EQ(driver.pending("t"), "lock m");
  EXPECT_EQ(driver.failure("t"), "");
}

TEST(ModelDefects, SilentLoopsEndAndNameTheirLine) {
  const Driver driver(
      "var x;\nthread t {\n  local i;\n  while (1) {\n    while (i >= 0) {\n      i = i ^ 1;\n    }\n  }\n}\nthread u "
      "{ x = 1; }");
  const std::string message = driver.failure("t");
  EXPECT_NE(message.find("nontermination: the loop at line 5 ran 10000000 instructions without a visible operation"),
            std::string::npos)
      << message;
  EXPECT_EQ(driver.pending("u"), "store x 1");
  // A long loop that ends is no defect.
  EXPECT_EQ(Driver("var x; thread t { local i; while (i < 2000000) { i = i + 1; } x = i; }").pending("t"),
            "store x 2000000");
}

TEST(ModelDefects, ParkOnlyTheirThreadAndAreUndone) {
  Driver driver("var x; thread t { x = 1; assert(0); } thread u { x = 2; x = 3; }");
  driver.step("u");
  driver.step("t");
  EXPECT_EQ(driver.pending("t"), "");
  EXPECT_NE(driver.failure("t"), "");
  EXPECT_EQ(driver.failure("u"), "");
  EXPECT_EQ(driver.pending("u"), "store x 3");
  driver.executor->rewind(1);
  EXPECT_EQ(driver.failure("t"), "");
  EXPECT_EQ(driver.pending("t"), "store x 1");
}

TEST(ModelDefects, OfTheFirstInstructionsOutliveARestart) {
  Driver driver("var x; thread t { assert(0); } thread u { x = 2; }");
  driver.step("u");
  driver.executor->start(driver.vocabulary);
  EXPECT_EQ(driver.failure("t"), "1:19 assertion: assertion '0' failed");
  EXPECT_EQ(driver.pending("u"), "store x 2");
  EXPECT_EQ(driver.executor->failure(engine::ThreadId{77}), nullptr);
}

}  // namespace
}  // namespace qpor::frontend::model
