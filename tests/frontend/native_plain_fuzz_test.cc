// Random C programs with plain accesses of shared memory, against all their interleavings (tests/support/plain_oracle).
// For k = 1 and the optimal search:
//  * a data race is reported iff there is one, and for bytes that threads do race for;
//  * without one, the traces and deadlocks are those of the oracle, and memory ends as it can;
//  * so they are with --memory=interleave for racy programs;
//  * where only a share of the executions is looked at, nothing else is reported.
// QPOR_SEED chooses other programs, QPOR_FUZZ_PERCENT how many, QPOR_PLAIN_PROGRAM one of them alone.

#include <gtest/gtest.h>

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
#include "tests/support/plain_oracle.h"
#include "tests/support/plain_program.h"
#include "tests/support/toy_explorer.h"

namespace qpor::frontend {
namespace {

using native::NativeExecutor;
using oracle::kPlainBytes;

constexpr std::uint64_t kPrograms = 400;
/// More than these and a program is passed over.
constexpr std::uint64_t kMostTraces = 1500;
constexpr std::uint64_t kMostTracesOfToy = 60;  // it runs many executions for each

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr || *text == '\0' ? otherwise : std::strtoull(text, nullptr, 10);
}

/// What one exploration met.
struct Found {
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;
  std::set<std::string> finals;
  bool has_race = false;
  bool is_nondeterministic = false;
  std::string error;
};

class Judge final : public engine::Observer {
 public:
  Judge(NativeExecutor& executor, const oracle::PlainTruth& truth, std::size_t threads)
      : executor_(executor), truth_(truth), threads_(threads) {}

  bool on_trace(const engine::Execution&, bool deadlock) override {
    ++found.traces;
    if (deadlock) ++found.deadlocks;
    // The program runs in this process.
    found.finals.insert(std::string(memory(), kPlainBytes + 8 * threads_));
    return true;
  }

  /// The first race ends it: which of the two threads is parked depends on the schedule, so that what follows is no
  /// function of the trace.
  bool on_failure(const engine::Execution&, engine::ThreadId, const engine::Failure& failure) override {
    if (failure.kind != engine::FailureKind::DataRace) return fail("fails: " + engine::text_of(failure.message));
    found.has_race = true;
    const native::Race& race = executor_.machine().accesses().race();
    const std::size_t first = race.begin - reinterpret_cast<native::Address>(memory());
    const std::size_t last = first + race.size - 1;
    if (race.size == 0 || last >= kPlainBytes || !truth_.racy[first] || !truth_.racy[last]) {
      std::ostringstream text;
      text << "bytes " << first << " to " << last << " are no race: " << engine::text_of(failure.message);
      return fail(text.str());
    }
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
  const oracle::PlainTruth& truth_;
  std::size_t threads_;
};

/// By which algorithm: QPOR, or the toy explorer, which thinks in sequences (support/toy_explorer.h).
enum class By : std::uint8_t { K1, Optimal, Toy };

std::unique_ptr<engine::Explorer> make_explorer(By by, NativeExecutor& executor, const engine::Options& options,
                                                engine::Observer* observer) {
  if (by == By::Toy) return std::make_unique<tests::ToyExplorer>(executor, options, observer);
  return engine::make_explorer(executor, options, observer);
}

Found explore(NativeExecutor& executor, const oracle::PlainTruth& truth, std::size_t threads, By by) {
  engine::Options options;
  options.alt = by == By::K1 ? engine::AltKind::Partial : engine::AltKind::Optimal;
  options.check = true;
  options.newest_thread_first = options.meet_first = by == By::K1;
  return tests::explore_until_nothing_is_learnt(executor, [&] {
    Judge judge(executor, truth, threads);
    const auto explorer = make_explorer(by, executor, options, &judge);
    try {
      explorer->explore();
    } catch (const std::exception& error) {
      judge.found.error = error.what();
    }
    const engine::Interruption& end = explorer->interruption();
    judge.found.is_nondeterministic = end.kind == engine::Interruption::Kind::Nondeterministic;
    if (judge.found.error.empty() && !judge.found.is_nondeterministic) judge.found.error = tests::error_of(end);
    if (judge.found.error.empty() && by == By::Optimal && explorer->statistics().blocked != 0) {
      judge.found.error = "optimal was blocked";
    }
    return judge.found;
  });
}

enum class Mode : std::uint8_t { Default, Interleaved, Share };

std::string judge(const Found& found, const oracle::PlainTruth& truth, Mode mode) {
  if (!found.error.empty()) return found.error;
  // What a thread reads in a race that is not looked for is no function of the trace.
  const bool may_be_nondeterministic = mode == Mode::Share && truth.is_racy();
  if (found.is_nondeterministic && !may_be_nondeterministic) return "the program is not deterministic";
  const bool must_race = mode == Mode::Default && truth.is_racy();
  if (must_race && !found.has_race) return "the race is not found";
  if (found.has_race && (mode == Mode::Interleaved || !truth.is_racy())) return "a false alarm";
  if (truth.is_racy() && mode != Mode::Interleaved) return "";
  std::ostringstream text;
  if (found.traces != truth.traces || found.deadlocks != truth.deadlocks) {
    text << found.traces << " traces with " << found.deadlocks << " deadlocks, but the oracle has " << truth.traces
         << " with " << truth.deadlocks;
  } else if (found.finals != truth.finals) {
    text << found.finals.size() << " states at the end, but the oracle has " << truth.finals.size();
  }
  return text.str();
}

class NativePlainFuzz : public testing::TestWithParam<std::pair<const char*, Mode>> {
 protected:
  /// Those programs that are small enough, with what the oracle says.
  struct Judged {
    std::uint64_t seed;
    oracle::PlainProgram program;
    oracle::PlainTruth truth;
  };
  static std::vector<Judged> programs() {
    std::vector<Judged> all;
    const std::uint64_t seed = from_environment("QPOR_SEED", 1);
    const std::uint64_t only = from_environment("QPOR_PLAIN_PROGRAM", ~std::uint64_t{0});
    const std::uint64_t count = kPrograms * from_environment("QPOR_FUZZ_PERCENT", 100) / 100;
    std::uint64_t too_big = 0;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t own = only == ~std::uint64_t{0} ? seed * 1'000'000 + i : only;
      oracle::PlainProgram program = oracle::random_plain_program(own);
      oracle::PlainTruth truth = oracle::plain_truth(program);
      if (truth.traces <= kMostTraces)
        all.push_back({own, std::move(program), std::move(truth)});
      else
        ++too_big;
      if (only != ~std::uint64_t{0}) break;
    }
    EXPECT_LE(too_big * 10, count) << "too many programs are passed over";
    return all;
  }
};

TEST_P(NativePlainFuzz, AgreesWithAllInterleavings) {
  const std::vector<Judged> all = programs();
  std::vector<oracle::PlainProgram> only_programs;
  for (const Judged& each : all) only_programs.push_back(each.program);
  const CFile file(oracle::to_c_text(only_programs));
  const Mode mode = GetParam().second;
  native::ProgramOptions options;
  options.sources.paths = {file.path()};
  options.arguments = {"program", "0"};
  options.machine.interleaves = options.instrument.interleaves = mode == Mode::Interleaved;
  if (mode == Mode::Share) options.machine.races = 30;
  NativeExecutor executor(build(options));
  std::uint64_t racy = 0, reported = 0, traces = 0, deadlocks = 0, wrong = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const Judged& each = all[i];
    executor.machine().set_arguments({"program", std::to_string(i)});
    if (each.truth.is_racy()) ++racy;
    for (const By by : {By::K1, By::Optimal, By::Toy}) {
      if (by == By::Toy && each.truth.traces > kMostTracesOfToy) continue;
      const Found found = explore(executor, each.truth, each.program.threads.size(), by);
      traces += found.traces;
      deadlocks += found.deadlocks;
      if (found.has_race) ++reported;
      const std::string error = judge(found, each.truth, mode);
      if (error.empty()) continue;
      if (++wrong == 1) {
        ADD_FAILURE() << error
                      << (by == By::K1        ? " (k=1)"
                          : by == By::Optimal ? " (optimal)"
                                              : " (toy)")
                      << "\nreproduce: QPOR_PLAIN_PROGRAM=" << each.seed << "\n"
                      << oracle::to_c_text({each.program});
      } else {
        ADD_FAILURE() << "QPOR_PLAIN_PROGRAM=" << each.seed << ": " << error;
      }
      break;
    }
  }
  std::cout << "seed " << from_environment("QPOR_SEED", 1) << ": " << all.size() << " programs, " << racy << " racy, "
            << reported << " races reported, " << traces << " traces, " << deadlocks << " deadlocks, " << wrong
            << " wrong\n";
}

INSTANTIATE_TEST_SUITE_P(Modes, NativePlainFuzz,
                         testing::Values(std::pair{"Default", Mode::Default},
                                         std::pair{"Interleaved", Mode::Interleaved}, std::pair{"Share", Mode::Share}),
                         [](const auto& info) { return info.param.first; });

}  // namespace
}  // namespace qpor::frontend
