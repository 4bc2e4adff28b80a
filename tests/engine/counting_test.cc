// Operations that count (count.h): the numbers of classes of known programs, and random programs against all
// interleavings. A class is a maximal configuration; "n! : n" below are the classes when every operation is exclusive,
// and those that can be told apart by what threads are told and by the ends.

#include "tests/engine/counting.h"

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <iostream>

#include <gtest/gtest.h>

namespace qpor::engine::counting {
namespace {

std::uint64_t traces_of(const Program& program, const Options& options) {
  CountingExecutor executor(program);
  Qpor explorer(executor, options);
  explorer.explore();
  return explorer.statistics().traces;
}

/// With every setting.
std::uint64_t classes(const Program& program) {
  std::set<std::uint64_t> counts;
  for (const Setting& setting : settings()) counts.insert(traces_of(program, options_of(setting)));
  EXPECT_EQ(counts.size(), 1u) << "settings differ:\n" << program.text();
  return *counts.begin();
}

std::uint64_t classes_when_exclusive(const Program& program) {
  Options options;
  options.chain = true;
  return traces_of(program, options);
}

Program of_count(Value initial, std::vector<Script> threads) {
  return {{{ObjectKind::Atomic, initial}}, std::move(threads)};
}

std::vector<Script> times(std::size_t n, const Script& script) { return std::vector<Script>(n, script); }

TEST(Counting, OfNDropsOneIsTheLast) {
  for (std::size_t n = 1; n <= 8; ++n) {
    EXPECT_EQ(classes(of_count(static_cast<Value>(n), times(n, {drop(0)}))), n);
  }
  EXPECT_EQ(classes_when_exclusive(of_count(5, times(5, {drop(0)}))), 120u);
}

TEST(Counting, CopiesAndDropsCommuteUntilTheLastDrop) {
  const Program program = of_count(3, times(3, {copy(0), drop(0), drop(0)}));
  EXPECT_EQ(classes(program), 3u);
  EXPECT_EQ(classes_when_exclusive(program), 1680u);
}

TEST(Counting, WithAReferenceThatIsKeptThereIsOneClass) {
  const Program program = of_count(1, times(4, {copy(0), drop(0)}));
  EXPECT_EQ(classes(program), 1u);
  EXPECT_EQ(classes_when_exclusive(program), 2520u);
}

TEST(Counting, EachTestOfExpiryIsBeforeOrAfterTheLastDrop) {
  std::vector<Script> threads = times(4, {is_alive(0)});
  threads.push_back({drop(0)});
  EXPECT_EQ(classes(of_count(1, threads)), 16u);
  EXPECT_EQ(classes_when_exclusive(of_count(1, threads)), 120u);
}

TEST(Counting, EachLockIsBeforeOrAfterTheDropOfTheOwner) {
  std::vector<Script> threads = times(4, {lock_weak(0)});
  threads.push_back({drop(0)});
  EXPECT_EQ(classes(of_count(1, threads)), 16u);
}

TEST(Counting, OwnersAndLocksThatAreGivenBack) {
  const Script lock_and_drop = {lock_weak(0), only_if(0, drop(0))};
  std::vector<Script> threads = times(2, lock_and_drop);
  threads.push_back({drop(0)});
  EXPECT_EQ(classes(of_count(1, threads)), 14u);
  threads.push_back({drop(0)});
  EXPECT_EQ(classes(of_count(2, threads)), 28u);
}

TEST(Counting, TheDisposalIsOrderedLikeAnyCode) {
  Program program{{{ObjectKind::Atomic, 4}, {ObjectKind::Mutex, 0}},
                  times(4, {drop(0), only_if(0, lock(1)), only_if(0, unlock(1))})};
  program.threads.push_back({lock(1), unlock(1)});
  EXPECT_EQ(classes(program), 8u);
}

TEST(Counting, BlocksAreIndependent) {
  const Program program{{{ObjectKind::Atomic, 3}, {ObjectKind::Atomic, 3}, {ObjectKind::Atomic, 3}},
                        times(3, {drop(0), drop(1), drop(2)})};
  EXPECT_EQ(classes(program), 27u);
}

TEST(Counting, OneValueIsReadOverEverySetOfCopiesAndDrops) {
  std::vector<Script> threads = times(3, {copy(0), drop(0)});
  threads.push_back({use_count(0)});
  // 27 for 3 places in each thread. If it comes first, it forms a layer, and one of three copies comes after it: + 2.
  EXPECT_EQ(classes(of_count(1, threads)), 29u);
}

TEST(Counting, TheLastOneInIsOneOfN) {
  std::vector<Script> threads = times(5, {counts(0, 1, CountTest::Equals, 4)});
  EXPECT_EQ(classes(of_count(0, threads)), 5u);
}

TEST(Counting, OfNDropsThatTestForLessOneIsTheLast) {
  for (std::size_t n = 1; n <= 6; ++n) {
    EXPECT_EQ(classes(of_count(static_cast<Value>(n), times(n, {counts(0, -1, CountTest::Exceeds, 1)}))), n);
  }
}

TEST(Counting, SumsThatMayWrapAroundAreOrdered) {
  constexpr Value kFar = (Value{1} << 30) - 2;
  EXPECT_EQ(classes(of_count(kFar, times(2, {counts(0, 1, CountTest::Exceeds, 5)}))), 2u);
  EXPECT_EQ(classes(of_count(kFar - 1, times(2, {counts(0, 1, CountTest::Exceeds, 5)}))), 1u);
}

TEST(Counting, ReferencesAreHandedOverOneByOne) {
  // A drop comes after the copy for it: the bounds of stable_layer.h do not see that, its exact test does.
  for (std::uint32_t n = 1; n <= 5; ++n) {
    Program program = of_count(1, {{}});
    for (std::uint32_t i = 1; i <= n; ++i) {
      program.objects.push_back({ObjectKind::Semaphore, 0});
      program.threads[0].push_back(copy(0));
      program.threads[0].push_back(post(i));
      program.threads.push_back({acquire(i), drop(0)});
    }
    program.threads[0].push_back(drop(0));
    EXPECT_EQ(classes(program), n + 1);
  }
}

TEST(Counting, ACompareExchangeThatChangesNothingLeavesTheSum) {
  // The addition comes after it, by way of the variable: they are in one layer, whose state has the addition.
  const Program program{{{ObjectKind::Atomic, 2}, {ObjectKind::Atomic, 1}, {ObjectKind::Variable, 0}},
                        {{{OperationKind::AtomicCompareExchange, 0, 2, 2, -1, 0, {}}, only_if(0, store(2, 1))},
                         {is_alive(0), only_if(0, drop(0))},
                         {load(2), copy(0)}}};
  Tally tally;
  EXPECT_EQ(judge(program, tally), "");
}

TEST(Counting, ACopyThatOverflowsCommutesWithNoTest) {
  EXPECT_EQ(classes(of_count(INT32_MAX, {{copy(0)}, {is_alive(0)}})), 2u);  // told "not above 0" after it
}

TEST(Counting, AnAlternativeIsConsistentAsAWhole) {
  // Drops commute two by two, not all together. With alternatives that are only looked at pair by
  // pair an optimal search chooses one that cannot be followed. Random programs found it once in a few thousand.
  Line exchange = {OperationKind::AtomicCompareExchange, 0, 1, 2, -1, 0, {}};
  exchange.unless = 2;
  Tally tally;
  EXPECT_EQ(judge(of_count(4, {{drop(0)}, {drop(0), exchange}, {drop(0)}, {drop(0), drop(0)}}), tally), "");
  const Program handed_over{
      {{ObjectKind::Atomic, 1}, {ObjectKind::Semaphore, 0}, {ObjectKind::Semaphore, 0}, {ObjectKind::Semaphore, 0}},
      {{copy(0), copy(0), post(1), post(2), copy(0), post(3), drop(0)},
       {acquire(1), drop(0)},
       {acquire(2), drop(0)},
       {acquire(3), drop(0), drop(0)}}};
  EXPECT_EQ(judge(handed_over, tally), "");
  EXPECT_EQ(tally.programs, 2u);
}

// --- random programs

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  int below(int n) { return static_cast<int>(engine_() % static_cast<std::uint64_t>(n)); }
  int between(int low, int high) { return low + below(high - low + 1); }
  bool chance(int percent) { return below(100) < percent; }

 private:
  std::mt19937_64 engine_;
};

enum class Family { Drops, References, Any, Blocks, Waits, HandedOver };

Line any_of_any_counter(Random& random, std::uint32_t object) {
  switch (random.below(15)) {
    case 0: return use_count(object);
    case 1: return {OperationKind::AtomicStore, object, random.between(0, 2), 0, -1, 0, {}};
    case 2:
      return {OperationKind::AtomicCompareExchange, object, random.between(0, 2), random.between(0, 2), -1, 0, {}};
    case 3:
      return {OperationKind::AtomicChange,
              object,
              random.between(0, 2),
              change_code(AtomicFunction::Exchange, kBytes),
              -1,
              0,
              {}};
    case 4: return is_unique(object);
    case 5: return is_alive(object);
    case 6: return lock_weak(object);
    case 7:
    case 8: return counts(object, random.between(-2, 2), CountTest::None, 0);
    case 9:
    case 10: return counts(object, random.between(-2, 2), CountTest::Equals, random.between(0, 3));
    case 11: return counts(object, random.between(-1, 2), CountTest::Above, random.between(0, 2));
    case 12: return counts(object, random.between(-2, 2), CountTest::Exceeds, random.between(-1, 3));
    default: return drop(object);
  }
}

Line any_of_references(Random& random, std::uint32_t object) {
  switch (random.below(12)) {
    case 0:
    case 1: return copy(object);
    case 2:
    case 3: return lock_weak(object);
    case 4: return is_alive(object);
    case 5: return random.chance(50) ? use_count(object) : is_unique(object);
    default: return drop(object);
  }
}

void insert(Script& script, std::size_t at, Line line) {
  for (Line& each : script) each.after += each.after >= static_cast<int>(at) ? 1 : 0;
  script.insert(script.begin() + static_cast<std::ptrdiff_t>(at), line);
}

/// Each thread but the first waits for a semaphore, mostly at its beginning; the first posts it somewhere.
void hand_over(Random& random, Program& program) {
  for (std::size_t t = 1; t < program.threads.size(); ++t) {
    const auto semaphore = static_cast<std::uint32_t>(program.objects.size());
    program.objects.push_back({ObjectKind::Semaphore, 0});
    Script& giver = program.threads[random.chance(80) ? 0 : t - 1];
    const int size = static_cast<int>(giver.size());
    insert(giver, static_cast<std::size_t>(random.between(0, size)), post(semaphore));
    if (random.chance(60)) insert(giver, static_cast<std::size_t>(random.between(0, size)), copy(0));
    insert(program.threads[t], random.chance(80) ? 0 : program.threads[t].size(), acquire(semaphore));
  }
}

/// Objects: 0 and 1 counts, 2 a variable, 3 a mutex.
Program random_program(Family family, std::uint64_t seed) {
  Random random(seed);
  const int counters = family == Family::Blocks ? 2 : random.chance(20) ? 2 : 1;
  Program program{{{ObjectKind::Atomic, random.between(1, 4)},
                   {ObjectKind::Atomic, random.between(1, 3)},
                   {ObjectKind::Variable, 0},
                   {ObjectKind::Mutex, 0}},
                  {}};
  const int threads = random.between(2, 4);
  for (int t = 0; t < threads; ++t) {
    Script script;
    const auto last = [&] { return static_cast<int>(script.size()) - 1; };
    bool holds = false;
    for (int n = random.between(1, threads == 4 ? 3 : 4); n > 0; --n) {
      const auto object = static_cast<std::uint32_t>(random.below(counters));
      const int dice = random.below(100);
      if (dice < 12) {
        script.push_back(random.chance(50) ? load(2) : store(2, random.between(1, 2)));
      } else if (dice < 20) {
        script.push_back(holds ? unlock(3) : lock(3));
        holds = !holds;
      } else {
        script.push_back(family == Family::Drops                     ? (random.chance(70) ? drop(object) : copy(object))
                         : family == Family::Any || random.chance(8) ? any_of_any_counter(random, object)
                                                                     : any_of_references(random, object));
        const int told = last();
        if (family == Family::Waits && random.chance(25)) {
          Line waiting = use_count(object);
          if (random.chance(30)) waiting = {OperationKind::AtomicCompareExchange, object, 1, 2, -1, 0, {}};
          waiting.unless = random.between(0, 3);
          if (random.chance(40)) {
            waiting = random.chance(50) ? is_alive(object) : random.chance(50) ? lock_weak(object) : is_unique(object);
            waiting.unless = random.between(0, 1);
          }
          script.push_back(waiting);
        }
        const bool is_lock = script[static_cast<std::size_t>(told)].kind == OperationKind::AtomicCount &&
                             count_test_in(script[static_cast<std::size_t>(told)].argument2) == CountTest::Above;
        if (is_lock && random.chance(60)) {
          script.push_back(only_if(told, drop(object)));
        } else if (random.chance(40)) {
          const Value value = random.chance(80) ? 1 : 0;
          switch (random.below(4)) {
            case 0: script.push_back(only_if(told, load(2), value)); break;
            case 1: script.push_back(only_if(told, any_of_references(random, object), value)); break;
            case 2:
              if (!holds) {
                script.push_back(only_if(told, lock(3), value));
                script.push_back(only_if(told, unlock(3), value));
              }
              break;
            default: script.push_back(only_if(told, store(2, random.between(1, 2)), value));
          }
        }
      }
    }
    if (holds) script.push_back(unlock(3));
    program.threads.push_back(std::move(script));
  }
  if (family == Family::HandedOver) hand_over(random, program);
  return program;
}

/// Lines and threads are left out as long as it still fails.
Program shrunk(Program program, const std::function<bool(const Program&)>& fails) {
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (std::size_t t = 0; t < program.threads.size() && !is_smaller; ++t) {
      for (std::size_t i = 0; i < program.threads[t].size() && !is_smaller; ++i) {
        Program smaller = program;
        Script& script = smaller.threads[t];
        script.erase(script.begin() + static_cast<std::ptrdiff_t>(i));
        const int at = static_cast<int>(i);
        std::erase_if(script, [at](const Line& line) { return line.after == at; });
        for (Line& line : script) line.after -= line.after > at ? 1 : 0;
        if (fails(smaller)) {
          program = smaller;
          is_smaller = true;
        }
      }
    }
  }
  return program;
}

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

class CountingFuzz : public testing::TestWithParam<Family> {};

TEST_P(CountingFuzz, VisitsEveryClassOnceUnderEverySetting) {
  const std::uint64_t seed = from_environment("QPOR_SEED", 1);
  const std::uint64_t programs = 300 * from_environment("QPOR_FUZZ_PERCENT", 100) / 100;
  Tally tally;
  for (std::uint64_t i = 0; tally.programs < programs; ++i) {
    ASSERT_LT(i, 4 * programs + 20) << "too many programs are passed over";
    const Program program = random_program(GetParam(), seed * 1'000'000 + i);
    const std::string error = judge(program, tally);
    if (error.empty()) continue;
    Tally ignored;
    const Program smallest =
        shrunk(program, [&](const Program& candidate) { return !judge(candidate, ignored).empty(); });
    FAIL() << "seed " << seed << " program " << i << ": " << error << "\nsmallest:\n"
           << smallest.text() << judge(smallest, ignored);
  }
  std::cout << "seed " << seed << ": " << tally.programs << " programs, " << tally.too_big << " too big, "
            << tally.classes << " classes, " << tally.ends << " ends, " << tally.blocked_at_1
            << " blocked runs at k = 1\n";
}

std::string name_of(const testing::TestParamInfo<Family>& info) {
  constexpr const char* kNames[] = {"Drops", "References", "Any", "Blocks", "Waits", "HandedOver"};
  return kNames[static_cast<std::size_t>(info.param)];
}

INSTANTIATE_TEST_SUITE_P(Families, CountingFuzz,
                         testing::Values(Family::Drops, Family::References, Family::Any, Family::Blocks, Family::Waits,
                                         Family::HandedOver),
                         name_of);

}  // namespace
}  // namespace qpor::engine::counting
