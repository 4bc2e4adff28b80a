// C programs: how fast they run under random schedules without any exploration (the ceiling), and how fast they are
// explored, in one process and one run. The ratio is the engine's overhead; with checkpoints it can even be above 1.
//
//   native_bench                     the table
//   native_bench pol N=7 K=3 ...     for one program of bench/programs
//   native_bench --json [--timeout=S] pol N=7 K=3     the same as JSON, for scripts/evaluate; an exploration that takes
//                                    longer than S seconds is stopped there, and one without checkpoints left out
//   native_bench --soak=N            N executions of one program: memory must stop growing
//   native_bench --faults=N          N executions that each fault

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <limits>
#include <memory>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "bench/measure.h"
#include "bench/native_case.h"
#include "bench/table.h"
#include "frontend/native/machine/executor.h"

namespace qpor::bench {
namespace {

using engine::OperationKind;
using engine::ThreadId;
using frontend::native::NativeExecutor;
using frontend::native::ProgramOptions;

constexpr const char* kDefaultCases[] = {"pol N=7 K=3", "disp S=5 R=4", "mpat K=5",
                                         "mpat K=6",    "mpc P=3 W=5",  "pi T=7"};

constexpr double kNoTimeout = std::numeric_limits<double>::infinity();

ProgramOptions options_of(const std::string& text, bool checkpoints) {
  ProgramOptions options = native_options(text);
  options.checkpoints = checkpoints;
  return options;
}

/// Runs under random schedules: thread and mutex operations only, with a scheduler of its own.
class RandomRunner {
 public:
  explicit RandomRunner(NativeExecutor& executor) : executor_(executor) { executor.start(vocabulary_); }

  /// The number of operations.
  std::size_t run() {
    executor_.rewind(0);
    owner_.assign(owner_.size(), 0);
    has_ended_.assign(has_ended_.size(), false);
    std::size_t steps = 0;
    for (;; ++steps) {
      enabled_.clear();
      for (std::uint32_t i = 0; i < executor_.thread_bound(); ++i) {
        if (is_enabled(static_cast<ThreadId>(i))) enabled_.push_back(i);
      }
      if (enabled_.empty()) return steps;
      state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
      step(static_cast<ThreadId>(enabled_[(state_ >> 32) * enabled_.size() >> 32]));
    }
  }

 private:
  const engine::Operation* next(ThreadId thread) {
    const engine::OperationId id = executor_.pending(thread);
    return id == engine::kNoOperation ? nullptr : &vocabulary_.operations[id];
  }
  std::uint32_t& owner(engine::ObjectId object) {
    if (engine::index(object) >= owner_.size()) owner_.resize(engine::index(object) + 1, 0);
    return owner_[engine::index(object)];
  }
  bool is_enabled(ThreadId thread) {
    const engine::Operation* const operation = next(thread);
    if (operation == nullptr) return false;
    if (operation->kind == OperationKind::Lock) return owner(operation->object) == 0;
    if (operation->kind != OperationKind::Join) return true;
    const auto joined = static_cast<std::size_t>(operation->argument);
    return joined < has_ended_.size() && has_ended_[joined];
  }
  void step(ThreadId thread) {
    const engine::Operation operation = *next(thread);
    if (operation.kind == OperationKind::Lock) owner(operation.object) = engine::index(thread) + 1;
    if (operation.kind == OperationKind::Unlock) owner(operation.object) = 0;
    if (operation.kind == OperationKind::Exit) {
      if (has_ended_.size() <= engine::index(thread)) has_ended_.resize(engine::index(thread) + 1, false);
      has_ended_[engine::index(thread)] = true;
    }
    executor_.step(thread, 0);
  }

  NativeExecutor& executor_;
  engine::Vocabulary vocabulary_;
  std::vector<std::uint32_t> owner_;
  std::vector<bool> has_ended_;
  std::vector<std::uint32_t> enabled_;
  std::uint64_t state_ = 88172645463325252u;
};

struct Ceiling {
  double runs_per_second = 0;
  double nanoseconds_per_step = 0;
  double steps = 0;
};

/// The best of several rounds: others on the machine can only slow one down.
Ceiling measure_ceiling(const std::string& text) {
  // Without checkpoints on the way; the state before the first operation is the one that is gone back to.
  NativeExecutor executor(build(options_of(text, true)));
  executor.set_checkpoint_interval(engine::kUnlimited);
  RandomRunner runner(executor);
  Ceiling best;
  for (int round = 0; round < 7; ++round) {
    std::size_t runs = 0;
    std::size_t steps = 0;
    const double begin = processor_seconds();
    double seconds = 0;
    do {
      for (int i = 0; i < 200; ++i, ++runs) steps += runner.run();
      seconds = processor_seconds() - begin;
    } while (seconds < 0.15);
    const double rate = static_cast<double>(runs) / seconds;
    if (rate < best.runs_per_second) continue;
    best = {rate, seconds * 1e9 / static_cast<double>(steps), static_cast<double>(steps) / static_cast<double>(runs)};
  }
  return best;
}

struct Exploration {
  engine::Statistics statistics;
  double seconds = 0;
  bool is_complete = false;
};

/// The best of five, or of fewer where one takes long.
Exploration measure_exploration(const std::string& text, bool checkpoints, double timeout) {
  constexpr int kRounds = 5;
  constexpr double kEnough = 3;  // seconds
  engine::Options options = options_for("optimal");
  options.timeout_seconds = timeout;
  Exploration best;
  double all = 0;
  for (int round = 0; round < kRounds && all < kEnough; ++round) {
    NativeExecutor executor(build(options_of(text, checkpoints)));
    const double begin = processor_seconds();
    const auto explorer = engine::make_explorer(executor, options);
    const engine::Ending ending = explorer->explore();
    const double seconds = processor_seconds() - begin;
    all += seconds;
    if (round > 0 && seconds >= best.seconds) continue;
    best = {explorer->statistics(), seconds, ending == engine::Ending::Complete};
  }
  return best;
}

void print_json(const std::string& text, double timeout) {
  const Ceiling ceiling = measure_ceiling(text);
  const Exploration found = measure_exploration(text, true, timeout);
  nlohmann::ordered_json json = {{"program", text},
                                 {"complete", found.is_complete},
                                 {"traces", found.statistics.traces},
                                 {"steps", found.statistics.steps},
                                 {"seconds", found.seconds},
                                 {"random_runs_per_second", ceiling.runs_per_second},
                                 {"random_nanoseconds_per_step", ceiling.nanoseconds_per_step}};
  std::puts(json.dump(2).c_str());
}

void print_table(const std::vector<std::string>& cases) {
  Table table({"program", "traces", "random runs/s", "ns per step", "traces/s", "ratio", "without checkpoints",
               "execute", "extend", "alternative", "prune", "twin"});
  for (const std::string& text : cases) {
    const Ceiling ceiling = measure_ceiling(text);
    const Exploration with = measure_exploration(text, true, kNoTimeout);
    const Exploration without = measure_exploration(text, false, kNoTimeout);
    const auto traces = static_cast<double>(with.statistics.traces);
    const auto share = [&](std::size_t phase) {
      return percent(with.statistics.phase_seconds[phase] / with.statistics.seconds);
    };
    table.add({text, grouped(with.statistics.traces), three_digits(ceiling.runs_per_second),
               three_digits(ceiling.nanoseconds_per_step), three_digits(traces / with.seconds),
               fixed(traces / with.seconds / ceiling.runs_per_second, 2), three_digits(traces / without.seconds),
               share(0), share(1), share(2), share(3)});
  }
  table.print();
}

std::uint64_t resident_kilobytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0, resident = 0;
  statm >> total >> resident;
  return resident * 4;
}

/// Random runs, one after the other; how many of them fail, and what memory they leave.
void soak(const std::string& text, std::uint64_t executions) {
  NativeExecutor executor(build(options_of(text, true)));
  RandomRunner runner(executor);
  std::uint64_t failed = 0;
  const double begin = processor_seconds();
  for (std::uint64_t i = 1; i <= executions; ++i) {
    runner.run();
    if (executor.failure(ThreadId{}) != nullptr) ++failed;
    if (i % std::max<std::uint64_t>(executions / 10, 1) != 0) continue;
    const double seconds = processor_seconds() - begin;
    std::printf("%s: %s executions, %s failed, %.1f s, %.2f us each, resident %s KB\n", text.c_str(),
                grouped(i).c_str(), grouped(failed).c_str(), seconds, seconds * 1e6 / static_cast<double>(i),
                grouped(resident_kilobytes()).c_str());
  }
}

int main_of(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 1 && words[0].starts_with("--soak=")) {
    soak("mpat K=4", std::stoull(words[0].substr(7)));
    return 0;
  }
  if (words.size() == 1 && words[0].starts_with("--faults=")) {
    soak("faults T=3", std::stoull(words[0].substr(9)));
    return 0;
  }
  bool as_json = false;
  double timeout = kNoTimeout;
  while (!words.empty() && words[0].starts_with("--")) {
    if (words[0] == "--json") {
      as_json = true;
    } else if (words[0].starts_with("--timeout=")) {
      timeout = std::stod(words[0].substr(std::strlen("--timeout=")));
    } else {
      std::fprintf(stderr, "native_bench: unknown argument '%s'; see the top of bench/native_bench.cc\n",
                   words[0].c_str());
      return 2;
    }
    words.erase(words.begin());
  }
  std::vector<std::string> cases(std::begin(kDefaultCases), std::end(kDefaultCases));
  if (!words.empty()) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    cases = {text};
  }
  if (!as_json) {
    print_table(cases);
  } else {
    for (const std::string& each : cases) print_json(each, timeout);
  }
  return 0;
}

}  // namespace
}  // namespace qpor::bench

int main(int argc, char** argv) {
  try {
    return qpor::bench::main_of(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "native_bench: %s\n", error.what());
    return 2;
  }
}
