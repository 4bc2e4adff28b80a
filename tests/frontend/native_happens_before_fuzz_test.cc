// Random C programs that order plain accesses by atomics, fences, locks and semaphores, against all their interleavings
// (tests/support/ordered_oracle). For k = 1, k = 2 and the optimal search:
//  * a data race is reported iff C11 and C++20 say that there is one, for a place that threads do race for; in a racy
//    program also for each place alone, without the plain accesses of the others;
//  * without one, memory and registers end in all the ways in which they can;
//  * so they do with --memory=interleave for racy programs.
// The oracle itself is judged by cases whose answer the standard gives.
// QPOR_SEED chooses other programs, QPOR_FUZZ_PERCENT how many, QPOR_ORDERED_PROGRAM one of them alone. A program that
// goes wrong is shrunk.

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "engine/explorer.h"
#include "engine/report/message_text.h"
#include "frontend/native/build/compile.h"
#include "frontend/native/machine/executor.h"
#include "tests/frontend/command_driver.h"
#include "tests/support/learning.h"
#include "tests/support/ordered_oracle.h"
#include "tests/support/ordered_program.h"
#include "tests/support/toy_explorer.h"

namespace qpor::frontend {
namespace {

using native::NativeExecutor;
using oracle::Order;
using oracle::OrderedInstruction;
using oracle::OrderedKind;
using oracle::OrderedProgram;
using oracle::OrderedThread;
using oracle::OrderedTruth;

// --- the oracle: cases by hand

OrderedInstruction of(OrderedKind kind, int number, Order order = Order::Relaxed, int value = 1, int expected = 0,
                      Order failure = Order::Relaxed) {
  OrderedInstruction i;
  i.kind = kind;
  i.number = number;
  i.order = order;
  i.value = value;
  i.expected = expected;
  i.failure = failure;
  return i;
}

constexpr int kX = 0;                      // a plain place
constexpr int kA = oracle::kOrderedPlain;  // atomic ones
constexpr int kB = oracle::kOrderedPlain + 1;

OrderedInstruction write_x() { return of(OrderedKind::Write, kX); }
OrderedInstruction read_x() { return of(OrderedKind::Read, kX); }
OrderedInstruction load(int place, Order order) { return of(OrderedKind::Load, place, order); }
OrderedInstruction store(int place, Order order, int value = 1) { return of(OrderedKind::Store, place, order, value); }
OrderedInstruction add(int place, Order order, int value = 1) { return of(OrderedKind::FetchAdd, place, order, value); }
OrderedInstruction fence(Order order) { return of(OrderedKind::Fence, 0, order); }
/// The next `count` instructions only if r has that value.
OrderedInstruction if_is(int expected, int count) {
  return of(OrderedKind::SkipUnless, count, Order::Relaxed, 0, expected);
}

/// Main creates all threads and joins them.
OrderedProgram program_of(const std::vector<OrderedThread>& threads) {
  OrderedProgram program;
  program.threads.resize(1);
  for (int t = 1; t <= static_cast<int>(threads.size()); ++t) {
    program.threads[0].push_back(of(OrderedKind::Create, t));
    program.threads.push_back(threads[static_cast<std::size_t>(t - 1)]);
  }
  for (int t = 1; t <= static_cast<int>(threads.size()); ++t) program.threads[0].push_back(of(OrderedKind::Join, t));
  return program;
}

bool is_racy(const std::vector<OrderedThread>& threads) {
  const OrderedTruth truth = oracle::ordered_truth(program_of(threads));
  EXPECT_FALSE(truth.is_too_big);
  return truth.is_racy();
}

TEST(OrderedOracle, KnowsMessagePassing) {
  const auto passes = [](Order sends, Order receives) {
    return !is_racy({{write_x(), store(kA, sends)}, {load(kA, receives), if_is(1, 1), read_x()}});
  };
  for (const Order sends : {Order::Release, Order::SequentiallyConsistent}) {
    for (const Order receives : {Order::Acquire, Order::Consume, Order::SequentiallyConsistent}) {
      EXPECT_TRUE(passes(sends, receives));
    }
    EXPECT_FALSE(passes(sends, Order::Relaxed));
  }
  for (const Order receives : {Order::Relaxed, Order::Acquire, Order::SequentiallyConsistent}) {
    EXPECT_FALSE(passes(Order::Relaxed, receives));
  }
  // Without the test there is an interleaving in which the load comes first.
  EXPECT_TRUE(is_racy({{write_x(), store(kA, Order::Release)}, {load(kA, Order::Acquire), read_x()}}));
}

TEST(OrderedOracle, KnowsReleaseSequences) {
  const OrderedThread sends = {write_x(), store(kA, Order::Release)};
  const OrderedThread receives = {load(kA, Order::Acquire), if_is(2, 1), read_x()};
  // By a read-modify-write of any thread, however weak, but no store, be it of the same thread.
  EXPECT_FALSE(is_racy({sends, {add(kA, Order::Relaxed)}, receives}));
  EXPECT_TRUE(is_racy({sends, {store(kA, Order::Relaxed, 2)}, receives}));
  EXPECT_TRUE(is_racy({{write_x(), store(kA, Order::Release), store(kA, Order::Relaxed, 2)}, receives}));
  EXPECT_FALSE(is_racy({{write_x(), store(kA, Order::Release), add(kA, Order::Relaxed)}, receives}));
  // A release store of another thread heads a sequence of its own.
  EXPECT_TRUE(is_racy({sends, {store(kA, Order::Release, 2)}, receives}));
  // An acquiring read-modify-write reads from the sequence, and continues it.
  EXPECT_FALSE(is_racy({sends, {add(kA, Order::AcquireRelease)}, receives}));
  // A compare-exchange that fails writes nothing.
  EXPECT_FALSE(is_racy({{write_x(), store(kA, Order::Release, 2)},
                        {of(OrderedKind::CompareExchange, kA, Order::Relaxed, 2, 1)},
                        receives}));
  // The same value again breaks it as another would.
  EXPECT_TRUE(is_racy({{write_x(), store(kA, Order::Release, 2)}, {store(kA, Order::Relaxed, 2)}, receives}));
}

TEST(OrderedOracle, KnowsFences) {
  const OrderedThread sends = {write_x(), store(kA, Order::Release)};
  const OrderedThread receives = {load(kA, Order::Acquire), if_is(1, 1), read_x()};
  const OrderedThread fence_sends = {write_x(), fence(Order::Release), store(kA, Order::Relaxed)};
  const OrderedThread fence_receives = {load(kA, Order::Relaxed), if_is(1, 2), fence(Order::Acquire), read_x()};
  EXPECT_FALSE(is_racy({fence_sends, fence_receives}));
  EXPECT_FALSE(is_racy({fence_sends, receives}));
  EXPECT_FALSE(is_racy({sends, fence_receives}));
  // On the wrong side, of the wrong sort, only one, of the compiler.
  EXPECT_TRUE(is_racy({{write_x(), store(kA, Order::Relaxed), fence(Order::SequentiallyConsistent)}, receives}));
  EXPECT_TRUE(is_racy({{fence(Order::SequentiallyConsistent), write_x(), store(kA, Order::Relaxed)}, receives}));
  EXPECT_TRUE(
      is_racy({sends, {fence(Order::SequentiallyConsistent), load(kA, Order::Relaxed), if_is(1, 1), read_x()}}));
  EXPECT_TRUE(is_racy({{write_x(), fence(Order::Acquire), store(kA, Order::Relaxed)}, receives}));
  EXPECT_TRUE(is_racy({sends, {load(kA, Order::Relaxed), if_is(1, 2), fence(Order::Release), read_x()}}));
  EXPECT_TRUE(is_racy({fence_sends, {load(kA, Order::Relaxed), if_is(1, 1), read_x()}}));
  EXPECT_TRUE(
      is_racy({{write_x(), of(OrderedKind::SignalFence, 0, Order::Release), store(kA, Order::Relaxed)}, receives}));
  // Each store after the fence releases; the sequence it would head counts.
  EXPECT_FALSE(
      is_racy({{write_x(), fence(Order::Release), store(kB, Order::Relaxed), store(kA, Order::Relaxed)}, receives}));
  EXPECT_FALSE(is_racy({fence_sends,
                        {add(kA, Order::Relaxed)},
                        {load(kA, Order::Relaxed), if_is(2, 2), fence(Order::Acquire), read_x()}}));
}

TEST(OrderedOracle, KnowsReadModifyWrites) {
  const auto exchange = [](Order order) { return of(OrderedKind::Exchange, kA, order, 1); };
  const OrderedThread receives = {load(kA, Order::Acquire), if_is(1, 1), read_x()};
  EXPECT_FALSE(is_racy({{write_x(), exchange(Order::Release)}, receives}));
  EXPECT_FALSE(is_racy({{write_x(), exchange(Order::AcquireRelease)}, receives}));
  EXPECT_TRUE(is_racy({{write_x(), exchange(Order::Acquire)}, receives}));
  // A compare-exchange has the order of its success or of its failure.
  const auto compares = [&](Order success, Order failure, int takes) {
    const OrderedThread receiver = {of(OrderedKind::CompareExchange, kA, success, 3, takes, failure),
                                    if_is(takes == 1 ? 1 : 0, 1), read_x()};
    return is_racy({{write_x(), store(kA, Order::Release)}, receiver});
  };
  EXPECT_FALSE(compares(Order::Acquire, Order::Relaxed, 1));
  EXPECT_TRUE(compares(Order::Relaxed, Order::Acquire, 1));
  EXPECT_TRUE(compares(Order::Release, Order::Acquire, 1));
  EXPECT_TRUE(compares(Order::Acquire, Order::Relaxed, 0));
  EXPECT_FALSE(compares(Order::Relaxed, Order::Acquire, 0));
}

TEST(OrderedOracle, KnowsThatARelaxedFlagOrdersNothing) {
  // The flag lets the second thread go on after the first has acquired, so that one read-modify-write reads from the
  // other in every interleaving.
  const OrderedThread first = {write_x(), add(kA, Order::AcquireRelease, 0), store(kB, Order::Relaxed)};
  const OrderedThread second = {load(kB, Order::Relaxed), if_is(1, 2), add(kA, Order::AcquireRelease, 0), read_x()};
  EXPECT_FALSE(is_racy({first, second}));
  EXPECT_TRUE(is_racy({first, {load(kB, Order::Relaxed), if_is(1, 1), read_x()}}));
}

TEST(OrderedOracle, KnowsPrimitives) {
  const auto mutex = [](OrderedKind kind) { return of(kind, 0); };
  const OrderedThread section = {mutex(OrderedKind::Lock), write_x(), mutex(OrderedKind::Unlock)};
  EXPECT_FALSE(is_racy({section, section}));
  EXPECT_FALSE(is_racy({section, {mutex(OrderedKind::TryLock), if_is(1, 2), read_x(), mutex(OrderedKind::Unlock)}}));
  EXPECT_TRUE(is_racy({{write_x(), mutex(OrderedKind::Lock), mutex(OrderedKind::Unlock)},
                       {mutex(OrderedKind::TryLock), if_is(0, 2), read_x(), if_is(1, 1), mutex(OrderedKind::Unlock)}}));
  EXPECT_FALSE(is_racy({{write_x(), mutex(OrderedKind::Post)}, {mutex(OrderedKind::Wait), read_x()}}));
  EXPECT_FALSE(is_racy({{write_x(), mutex(OrderedKind::Post)}, {mutex(OrderedKind::TryWait), if_is(1, 1), read_x()}}));
  EXPECT_TRUE(is_racy({{write_x(), mutex(OrderedKind::Post)}, {mutex(OrderedKind::TryWait), if_is(0, 1), read_x()}}));
  // With another thread's post the wait may come before the first one; two waits come after both.
  EXPECT_TRUE(is_racy(
      {{write_x(), mutex(OrderedKind::Post)}, {mutex(OrderedKind::Post)}, {mutex(OrderedKind::Wait), read_x()}}));
  EXPECT_FALSE(is_racy({{write_x(), mutex(OrderedKind::Post)},
                        {mutex(OrderedKind::Post)},
                        {mutex(OrderedKind::Wait), mutex(OrderedKind::Wait), read_x()}}));
  const OrderedThread writer = {mutex(OrderedKind::WriteLock), write_x(), mutex(OrderedKind::WriteUnlock)};
  const OrderedThread reader = {mutex(OrderedKind::ReadLock), read_x(), mutex(OrderedKind::ReadUnlock)};
  EXPECT_FALSE(is_racy({writer, reader, reader}));
  EXPECT_TRUE(is_racy({{mutex(OrderedKind::ReadLock), write_x(), mutex(OrderedKind::ReadUnlock)}, reader}));
}

TEST(OrderedOracle, CountsHowProgramsEnd) {
  // Store buffering: 3 of the 4 ends, since memory is sequentially consistent whatever the orders are.
  const OrderedTruth truth = oracle::ordered_truth(program_of(
      {{store(kA, Order::Relaxed), load(kB, Order::Relaxed)}, {store(kB, Order::Relaxed), load(kA, Order::Relaxed)}}));
  EXPECT_EQ(truth.finals.size(), 3u);
  EXPECT_EQ(truth.graphs, 3u);
  EXPECT_FALSE(truth.has_deadlock);
  EXPECT_TRUE(oracle::ordered_truth(program_of({{of(OrderedKind::Wait, 0)}})).has_deadlock);
}

// --- programs

constexpr std::uint64_t kPrograms = 300;
constexpr std::size_t kBatch = 100;  ///< programs that are compiled together

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

struct Search {
  const char* name;
  engine::AltKind alt;
  std::size_t k;
  bool is_toy = false;  // support/toy_explorer.h: it thinks in sequences
};
constexpr Search kSearches[] = {{"k=1", engine::AltKind::Partial, 1},
                                {"k=2", engine::AltKind::Partial, 2},
                                {"optimal", engine::AltKind::Optimal, 1},
                                {"toy", engine::AltKind::Optimal, 1, true}};
constexpr std::uint64_t kMaxExecutionsOfToy = 2000;

/// What one exploration met.
struct Found {
  bool is_complete = true;
  std::uint64_t traces = 0;
  std::set<std::string> finals;
  bool has_race = false;
  std::string error;
};

class Judge final : public engine::Observer {
 public:
  Judge(NativeExecutor& executor, const OrderedTruth& truth, std::size_t threads)
      : executor_(executor), truth_(truth), threads_(threads) {}

  bool on_trace(const engine::Execution&, bool) override {
    ++found.traces;
    // The program runs in this process.
    found.finals.insert(std::string(memory(), oracle::ordered_bytes(threads_)));
    return true;
  }

  /// The first race ends it: which of the two threads is parked depends on the schedule.
  bool on_failure(const engine::Execution&, engine::ThreadId, const engine::Failure& failure) override {
    if (failure.kind != engine::FailureKind::DataRace) return fail("fails: " + engine::text_of(failure.message));
    found.has_race = true;
    const native::Race& race = executor_.machine().accesses().race();
    const std::size_t place = (race.begin - reinterpret_cast<native::Address>(memory())) / sizeof(int);
    if (place >= oracle::kOrderedPlaces || !truth_.racy[place])
      return fail("a false alarm: " + engine::text_of(failure.message));
    if (failure.accesses.size() != 2) return fail("the other access is unknown: " + engine::text_of(failure.message));
    if (failure.accesses[0].thread == failure.accesses[1].thread)
      return fail("one thread races: " + engine::text_of(failure.message));
    if (!native::is_write(race.now.kind) && !native::is_write(race.before.kind)) return fail("two reads race");
    return false;
  }

  Found found;

 private:
  const char* memory() const {
    return reinterpret_cast<const char*>(std::strtoull(executor_.guest_output().c_str(), nullptr, 16));
  }
  bool fail(std::string what) {
    found.error = std::move(what);
    return false;
  }

  NativeExecutor& executor_;
  const OrderedTruth& truth_;
  std::size_t threads_;
};

Found explore(NativeExecutor& executor, const OrderedTruth& truth, std::size_t threads, const Search& search) {
  engine::Options options;
  options.alt = search.alt;
  options.k = search.k;
  options.check = true;
  return tests::explore_until_nothing_is_learnt(executor, [&] {
    Judge judge(executor, truth, threads);
    const std::unique_ptr<engine::Explorer> explorer =
        search.is_toy ? std::make_unique<tests::ToyExplorer>(executor, options, &judge, kMaxExecutionsOfToy)
                      : engine::make_explorer(executor, options, &judge);
    try {
      judge.found.is_complete = explorer->explore() != engine::Ending::TraceLimit;
    } catch (const std::exception& error) {
      judge.found.error = error.what();
    }
    if (judge.found.error.empty()) judge.found.error = tests::error_of(explorer->interruption());
    return judge.found;
  });
}

enum class Mode : std::uint8_t { Races, Interleaved, Counting };

std::string judge(const Found& found, const OrderedTruth& truth, Mode mode) {
  if (!found.error.empty()) return found.error;
  if (!found.is_complete) return "";
  const bool must_race = mode != Mode::Interleaved && truth.is_racy();
  if (must_race != found.has_race) return must_race ? "the race is not found" : "a false alarm";
  if (must_race || found.finals == truth.finals) return "";
  std::ostringstream text;
  text << found.finals.size() << " states at the end, but the oracle has " << truth.finals.size();
  return text.str();
}

struct Case {
  std::uint64_t seed;
  OrderedProgram program;
  OrderedTruth truth;
};

struct Totals {
  std::uint64_t explored = 0, racy = 0, traces = 0, ends = 0;
};

/// Of cases that are compiled together, those that go wrong: their index, and what is wrong.
std::vector<std::pair<std::size_t, std::string>> wrong_ones(const std::vector<Case>& cases, Mode mode, Totals& totals) {
  std::vector<OrderedProgram> programs;
  for (const Case& each : cases) programs.push_back(each.program);
  const CFile file(oracle::to_c_text(programs));
  native::ProgramOptions options;
  options.sources.paths = {file.path()};
  options.arguments = {"program", "0"};
  options.machine.interleaves = options.instrument.interleaves = mode == Mode::Interleaved;
  NativeExecutor executor(build(options));
  std::vector<std::pair<std::size_t, std::string>> wrong;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const Case& each = cases[i];
    executor.machine().set_arguments({"program", std::to_string(i)});
    ++totals.explored;
    if (each.truth.is_racy()) ++totals.racy;
    for (const Search& search : kSearches) {
      const Found found = explore(executor, each.truth, each.program.threads.size(), search);
      totals.traces += found.traces;
      totals.ends += found.finals.size();
      const std::string error = judge(found, each.truth, mode);
      if (error.empty()) continue;
      wrong.emplace_back(i, error + " (" + search.name + ")");
      break;
    }
  }
  return wrong;
}

/// Goes over to a smaller program as long as one of them is wrong, too.
Case shrunk(Case failing, Mode mode) {
  for (;;) {
    std::vector<Case> smaller;
    for (OrderedProgram& program : oracle::smaller_ordered_programs(failing.program)) {
      OrderedTruth truth = oracle::ordered_truth(program);
      smaller.push_back({failing.seed, std::move(program), std::move(truth)});
    }
    Totals ignored;
    const auto wrong = smaller.empty() ? decltype(wrong_ones({}, mode, ignored)){} : wrong_ones(smaller, mode, ignored);
    if (wrong.empty()) return failing;
    failing = smaller[wrong.front().first];
  }
}

/// The programs of this run; racy ones also with the accesses of each place alone.
std::vector<Case> cases_of_this_run(Mode mode) {
  std::vector<Case> all;
  const std::uint64_t seed = from_environment("QPOR_SEED", 1);
  const std::uint64_t only = from_environment("QPOR_ORDERED_PROGRAM", ~std::uint64_t{0});
  const bool has_only = only != ~std::uint64_t{0};
  const std::uint64_t count = has_only ? 1 : kPrograms * from_environment("QPOR_FUZZ_PERCENT", 100) / 100;
  std::uint64_t too_big = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t own = has_only ? only : seed * 1'000'000 + i;
    Case whole{
        own, mode == Mode::Counting ? oracle::random_counting_program(own) : oracle::random_ordered_program(own), {}};
    whole.truth = oracle::ordered_truth(whole.program);
    if (whole.truth.is_too_big) {
      ++too_big;
      continue;
    }
    for (int place = 0; mode != Mode::Interleaved && whole.truth.racy.count() > 0 && place < oracle::kOrderedPlaces;
         ++place) {
      Case part{own, oracle::with_plain_accesses_of(whole.program, place), {}};
      part.truth = oracle::ordered_truth(part.program);
      const bool is_whole = oracle::plain_accesses(part.program) == oracle::plain_accesses(whole.program);
      if (!is_whole && oracle::plain_accesses(part.program) > 0) all.push_back(std::move(part));
    }
    all.push_back(std::move(whole));
  }
  EXPECT_LE(too_big * 10, count) << "too many programs are passed over";
  return all;
}

class NativeHappensBeforeFuzz : public testing::TestWithParam<std::pair<const char*, Mode>> {};

TEST_P(NativeHappensBeforeFuzz, AgreesWithTheStandardOnAllInterleavings) {
  const Mode mode = GetParam().second;
  const std::vector<Case> all = cases_of_this_run(mode);
  Totals totals;
  std::uint64_t failures = 0;
  for (std::size_t first = 0; first < all.size(); first += kBatch) {
    const std::vector<Case> batch(all.begin() + static_cast<std::ptrdiff_t>(first),
                                  all.begin() + static_cast<std::ptrdiff_t>(std::min(first + kBatch, all.size())));
    for (const auto& [index, error] : wrong_ones(batch, mode, totals)) {
      const Case& failing = batch[index];
      std::string text;
      if (++failures == 1) text = "\nshrunk:\n" + oracle::to_c_text({shrunk(failing, mode).program});
      ADD_FAILURE() << "QPOR_ORDERED_PROGRAM=" << failing.seed << ": " << error << text;
    }
  }
  std::cout << "seed " << from_environment("QPOR_SEED", 1) << ": " << totals.explored << " programs, " << totals.racy
            << " racy, " << totals.traces << " traces, " << totals.ends << " ends, " << failures << " wrong\n";
}

INSTANTIATE_TEST_SUITE_P(Modes, NativeHappensBeforeFuzz,
                         testing::Values(std::pair{"Races", Mode::Races}, std::pair{"Interleaved", Mode::Interleaved},
                                         std::pair{"Counting", Mode::Counting}),
                         [](const auto& info) { return info.param.first; });

}  // namespace
}  // namespace qpor::frontend
