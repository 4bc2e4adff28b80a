// Alt functions on hand-made C and D. `Pairs` has n mutexes, each wanted by an a[i] and a b[i]: if D holds all the a's,
// an alternative consists of b's.

#include "engine/qpor/alternative.h"

#include <algorithm>
#include <memory>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "tests/engine/driver.h"

namespace qpor::engine {
namespace {

constexpr const char* kPairs = R"(
  const N = 3;
  mutex m[N];
  thread a[N](i) { lock(m[i]); }
  thread b[N](i) { lock(m[i]); }
)";

/// As in the paper: exactly k spikes, the newest first, in the order in which U was found.
Options plain(AltKind alt, std::size_t k = 1) {
  Options options = options_for(alt, k);
  options.spike_order = SpikeOrder::NewestFirst;
  options.cover_most_first = options.wide_spikes = options.adaptive = false;
  return options;
}

struct Asked {
  bool found = false;
  bool first_event_only = false;
  std::set<std::string> chosen;
  Statistics statistics;
};

Asked ask(const Driver& driver, const Options& options) {
  Asked asked;
  const auto alt = make_alt(options, driver.structure, driver.configuration, driver.disabled, asked.statistics);
  Alternative answer;
  asked.found = alt->find(answer);
  asked.first_event_only = answer.first_event_only;
  for (const EventId event : answer.chosen) asked.chosen.insert(driver.text(event));
  return asked;
}

class Pairs : public testing::Test {
 protected:
  Pairs() : driver(kPairs) {
    for (const char* name : {"a[0]", "a[1]", "a[2]"}) driver.disabled.add(driver.next(name), 0);
  }
  void discover_all() {
    for (const char* name : {"b[0]", "b[1]", "b[2]"}) driver.next(name);
  }
  Driver driver;
};

TEST_F(Pairs, KPartialAlternativesAnswerKEventsOfD) {
  discover_all();
  using Texts = std::set<std::string>;
  EXPECT_EQ(ask(driver, plain(AltKind::Partial, 1)).chosen, (Texts{"b[2].1 lock m[2] @-"}));
  EXPECT_EQ(ask(driver, plain(AltKind::Partial, 2)).chosen, (Texts{"b[2].1 lock m[2] @-", "b[1].1 lock m[1] @-"}));
  const Texts all{"b[2].1 lock m[2] @-", "b[1].1 lock m[1] @-", "b[0].1 lock m[0] @-"};
  EXPECT_EQ(ask(driver, plain(AltKind::Partial, 3)).chosen, all);
  EXPECT_EQ(ask(driver, plain(AltKind::Partial, 100)).chosen, all);
  EXPECT_EQ(ask(driver, plain(AltKind::Optimal)).chosen, all);
  Options oldest = plain(AltKind::Partial, 2);
  oldest.spike_order = SpikeOrder::OldestFirst;
  EXPECT_EQ(ask(driver, oldest).chosen, (Texts{"b[2].1 lock m[2] @-", "b[0].1 lock m[0] @-"}));
}

TEST_F(Pairs, SourceFollowsAOnePartialAlternativeForOneEvent) {
  discover_all();
  const Asked asked = ask(driver, plain(AltKind::FirstEvent));
  EXPECT_TRUE(asked.found);
  EXPECT_TRUE(asked.first_event_only);
  EXPECT_EQ(asked.chosen.size(), 1u);
  EXPECT_FALSE(ask(driver, plain(AltKind::Optimal)).first_event_only);
}

TEST_F(Pairs, NoneAlwaysGoesOnWithoutAnAnswer) {
  const Asked asked = ask(driver, plain(AltKind::None));
  EXPECT_TRUE(asked.found);
  EXPECT_TRUE(asked.chosen.empty());
  EXPECT_EQ(asked.statistics.alt_calls, 1u);
}

TEST_F(Pairs, WhatIsNotInUCannotBeChosen) {
  driver.next("b[2]");
  EXPECT_TRUE(ask(driver, plain(AltKind::Partial, 1)).found);
  EXPECT_FALSE(ask(driver, plain(AltKind::Partial, 2)).found);
  EXPECT_FALSE(ask(driver, plain(AltKind::Optimal)).found);
}

TEST_F(Pairs, JustifiedEventsNeedNoAnswer) {
  discover_all();
  driver.step("b[1]");
  EXPECT_EQ(ask(driver, plain(AltKind::Optimal)).chosen,
            (std::set<std::string>{"b[2].1 lock m[2] @-", "b[0].1 lock m[0] @-"}));
}

TEST_F(Pairs, TheBudgetIsHonestAndTheWeakerClueAnswersTheNewest) {
  discover_all();
  Options options = plain(AltKind::Optimal);
  options.comb_budget = 1;
  const Asked asked = ask(driver, options);
  EXPECT_TRUE(asked.found);
  EXPECT_EQ(asked.chosen, (std::set<std::string>{"b[2].1 lock m[2] @-"}));
  EXPECT_EQ(asked.statistics.comb_gave_up, 1u);
  EXPECT_GE(asked.statistics.comb_nodes, 2u);
}

TEST(Alternative, IsNotInConflictWithC) {
  Driver driver("mutex m, n; thread a { lock(m); } thread b { lock(n); lock(m); } thread c { lock(n); }");
  driver.step("b");
  driver.next("b");  // b locks m: in conflict with a's lock
  driver.pop();
  driver.step("c");  // now b cannot come first on n
  driver.disabled.add(driver.next("a"), driver.configuration.size());
  for (const AltKind alt : {AltKind::FirstEvent, AltKind::Partial, AltKind::Optimal}) {
    EXPECT_FALSE(ask(driver, options_for(alt)).found);
  }
}

TEST(Alternative, HasNoEventOfDInItsPast) {
  Driver driver("mutex m, n; thread a { lock(m); } thread b { lock(n); lock(m); }");
  const EventId first = driver.step("b");
  driver.next("b");
  driver.pop();
  driver.disabled.add(first, 0);
  driver.disabled.add(driver.next("a"), 0);
  // b's lock of m would disable a's, but comes after b's lock of n.
  for (const AltKind alt : {AltKind::FirstEvent, AltKind::Partial, AltKind::Optimal}) {
    EXPECT_FALSE(ask(driver, options_for(alt)).found);
  }
}

TEST(Alternative, MustBeOneConfiguration) {
  // D = {d0, d1}: c0 needs v first taken by t, c1 needs v first taken by f. Each can be answered, both cannot.
  Driver driver(R"(
    mutex v, c[2];
    thread d[2](i) { lock(c[i]); }
    thread t { lock(v); lock(c[0]); }
    thread f { lock(v); lock(c[1]); }
  )");
  for (const char* name : {"t", "f"}) {
    driver.step(name);
    driver.next(name);
    driver.pop();
  }
  driver.disabled.add(driver.next("d[0]"), 0);
  driver.disabled.add(driver.next("d[1]"), 0);
  EXPECT_TRUE(ask(driver, plain(AltKind::Partial, 1)).found);
  EXPECT_FALSE(ask(driver, plain(AltKind::Partial, 2)).found);
  EXPECT_FALSE(ask(driver, plain(AltKind::Optimal)).found);
  EXPECT_FALSE(ask(driver, options_for(AltKind::Optimal)).found);
}

TEST(Alternative, OneEventMayAnswerAllOfD) {
  Driver driver("var x; thread r[4] { x; } thread w { x = 1; }");
  for (const char* name : {"r[0]", "r[1]", "r[2]", "r[3]"}) driver.disabled.add(driver.next(name), 0);
  driver.next("w");
  const Asked asked = ask(driver, options_for(AltKind::Optimal));
  EXPECT_TRUE(asked.found);
  EXPECT_EQ(asked.chosen, (std::set<std::string>{"w.1 store x @-"}));
  EXPECT_EQ(asked.statistics.comb_nodes, 1u) << "the other spikes are covered";
}

TEST(Alternative, GivingUpStaysCompleteAndIsCounted) {
  const std::string model = example("lastzero");
  const Definitions size{{"N", 7}};
  const Explored exact = explore(model, options_for(AltKind::Optimal), size);
  Options options = options_for(AltKind::Optimal);
  options.comb_budget = 1;
  options.check = true;
  const Explored hasty = explore(model, options, size);
  EXPECT_EQ(exact.statistics.comb_gave_up, 0u);
  EXPECT_GT(hasty.statistics.comb_gave_up, 0u);
  EXPECT_EQ(hasty.ending, Ending::Complete);
  EXPECT_EQ(hasty.statistics.traces, exact.statistics.traces);
  EXPECT_EQ(hasty.trace_set_hash, exact.trace_set_hash);
}

}  // namespace
}  // namespace qpor::engine
