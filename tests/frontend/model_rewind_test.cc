// After a rewind everything is as in an execution that took only those steps.

#include <random>
#include <string>
#include <vector>

#include "tests/frontend/model_driver.h"

namespace qpor::frontend::model {
namespace {

using engine::ThreadId;
using engine::Value;

struct Taken {
  ThreadId thread;
  Value result;
};

// Random models with all that a thread remembers: locals, temporaries, locks, arrivals, children, joins.
class RandomModel {
 public:
  explicit RandomModel(std::mt19937_64& random) : random_(random) {}

  std::string text() {
    std::string result =
        "var x, a[3]; mutex m[2]; cond c; sem s; rwlock l; barrier b(9), o(1);\n"
        "proc leaf(p, q) { local i = p, j = q; " +
        block(2) +
        " }\n"
        "proc node(p, q) { local i = p, j = q; local h = create leaf(i, j); " +
        block(2) +
        " join(h); }\n"
        "thread t[2](k) { local i = k, j = 1; " +
        block(3) + block(3) +
        " }\n"
        "thread u { local i, j; local h = create node(i, x); " +
        block(3) + " join(h); }\n";
    return result;
  }

 private:
  std::uint64_t pick(std::uint64_t count) { return random_() % count; }

  std::string value(int depth) {
    switch (pick(depth > 0 ? 12 : 4)) {
      case 0: return std::to_string(pick(4));
      case 1: return "i";
      case 2: return "j";
      case 3: return "x";
      case 4: return "a[" + index(depth - 1) + "]";
      case 5: return "(" + value(depth - 1) + " + " + value(depth - 1) + ")";
      case 6: return "(" + value(depth - 1) + " && " + value(depth - 1) + ")";
      case 7: return "(" + value(depth - 1) + " || !" + value(depth - 1) + ")";
      case 8: return "choose(3)";
      case 9: return "fetch_add(x, " + value(depth - 1) + ")";
      case 10: return "trylock(m[" + index(depth - 1) + "])";
      default: return "(" + value(depth - 1) + " / " + value(depth - 1) + ")";
    }
  }
  std::string index(int depth) { return pick(4) == 0 ? value(depth) : "(" + value(depth) + " & 1)"; }

  std::string statement(int depth) {
    switch (pick(depth > 0 ? 16 : 10)) {
      case 0: return "x = " + value(2) + "; ";
      case 1: return "i = " + value(2) + "; ";
      case 2: return "a[" + index(1) + "] = " + value(2) + "; ";
      case 3: return "lock(m[" + index(1) + "]); ";
      case 4: return "unlock(m[" + index(1) + "]); ";
      case 5: return "rdlock(l); ";
      case 6: return "arrive(b); ";
      case 7: return "j = timedawait(c) + " + value(1) + "; ";
      case 8: return "arrive(o); ";
      case 9: return "assert(" + value(1) + " || i < 3); ";
      case 10: return "if (" + value(1) + ") { " + block(depth - 1) + "} else { " + block(depth - 1) + "} ";
      case 11: return "{ local n; while (n < " + value(1) + ") { n = n + 1; " + block(depth - 1) + "} } ";
      case 12: return "{ local i = " + value(1) + "; lock(m[i & 1]); " + block(depth - 1) + "wait(c, m[i & 1]); } ";
      case 13: return "{ local n = create leaf(" + value(1) + ", 2); " + block(depth - 1) + "join(n); } ";
      case 14: return "lock(m[0]); " + block(depth - 1) + "unlock(m[0]); ";
      default: return "rdlock(l); " + block(depth - 1) + "rdunlock(l); ";
    }
  }
  std::string block(int depth) {
    std::string result;
    for (std::uint64_t i = 0; i < 1 + pick(3); ++i) result += statement(depth);
    return result;
  }

  std::mt19937_64& random_;
};

TEST(ModelRewind, EqualsAFreshReplay) {
  const std::uint64_t seed = seed_or(1);
  for (std::uint64_t round = 0; round < 150; ++round) {
    std::mt19937_64 random(seed + round);
    const std::string text = RandomModel(random).text();
    SCOPED_TRACE("QPOR_SEED=" + std::to_string(seed + round) + "\n" + text);
    Driver driver(text);
    std::vector<Taken> taken;
    std::vector<std::string> snapshots = {driver.snapshot()};  // after each number of steps
    for (int move = 0; move < 200; ++move) {
      const std::vector<ThreadId> ready = driver.ready();
      if (ready.empty() || random() % 8 == 0) {
        // Back to somewhere, by rewind, or by start and the same steps again.
        const std::size_t steps = random() % (taken.size() + 1);
        taken.resize(steps);
        snapshots.resize(steps + 1);
        if (random() % 4 == 0) {
          driver.executor->start(driver.vocabulary);
          for (const auto& [thread, result] : taken) driver.executor->step(thread, result);
        } else {
          driver.executor->rewind(steps);
        }
        ASSERT_EQ(driver.snapshot(), snapshots[steps]);
      } else {
        const Taken step{ready[random() % ready.size()], static_cast<Value>(random() % 4)};
        driver.executor->step(step.thread, step.result);
        taken.push_back(step);
        snapshots.push_back(driver.snapshot());
      }
    }
    // A fresh executor knows nothing of the detours. Its numbers of threads are its own, its names are not.
    Driver fresh(text);
    ASSERT_EQ(fresh.snapshot(), snapshots[0]);
    for (std::size_t i = 0; i < taken.size(); ++i) {
      fresh.step(driver.vocabulary.threads[taken[i].thread].name, taken[i].result);
      const auto sorted = [](const std::string& text) {
        std::vector<std::string> lines;
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line);) lines.push_back(line);
        std::sort(lines.begin(), lines.end());
        return lines;
      };
      ASSERT_EQ(sorted(fresh.snapshot()), sorted(snapshots[i + 1]));
    }
  }
}

TEST(ModelRewind, GivesBackLocksInAnyOrder) {
  Driver driver(
      "mutex m[3]; thread t { lock(m[0]); lock(m[1]); lock(m[2]); unlock(m[0]); unlock(m[1]); unlock(m[2]); }");
  for (int i = 0; i < 6; ++i) driver.step("t");
  driver.executor->rewind(3);
  for (int i = 0; i < 3; ++i) driver.step("t");
  EXPECT_EQ(driver.failure("t"), "");
  driver.executor->rewind(0);
  for (int i = 0; i < 6; ++i) driver.step("t");
  EXPECT_EQ(driver.failure("t"), "");
}

TEST(ModelRewind, TakesCreatedThreadsAway) {
  Driver driver("var x; proc p(i) { x = i; } thread t { if (x) { create p(1); } else { create p(2); } }");
  driver.step("t", 1);
  driver.step("t");
  driver.step("p@t.0");
  EXPECT_EQ(driver.pending("p@t.0"), "store x 1");
  driver.executor->rewind(0);
  EXPECT_EQ(driver.pending("p@t.0"), "");
  driver.step("t", 0);
  driver.step("t");
  driver.step("p@t.0");
  EXPECT_EQ(driver.pending("p@t.0"), "store x 2");
}

TEST(ModelRewind, AThreadOfTheSameNameMayHaveAnotherBodyNextTime) {
  Driver driver(
      "var x; proc small() { x = 1; } proc large(i, j, k) { local a = i, b = j, c = k; x = a * 100 + b * 10 + c; }\n"
      "thread t { if (x) { create small(); } else { create large(1, 2, 3); } }");
  for (int round = 0; round < 3; ++round) {
    driver.step("t", 1);
    driver.step("t");
    driver.executor->step(ThreadId{1}, 0);
    EXPECT_EQ(driver.pending(ThreadId{1}), "store x 1");
    driver.executor->rewind(0);
    driver.step("t", 0);
    driver.step("t");
    driver.executor->step(ThreadId{1}, 0);
    EXPECT_EQ(driver.pending(ThreadId{1}), "store x 123");
    driver.executor->rewind(0);
  }
}

}  // namespace
}  // namespace qpor::frontend::model
