#include "tests/support/native_check.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <set>
#include <sstream>
#include <unordered_set>
#include <utility>

#include "engine/explorer.h"
#include "engine/report/message_text.h"
#include "frontend/model/model.h"
#include "frontend/native/machine/executor.h"
#include "tests/support/engine_check.h"
#include "tests/support/ground_truth.h"
#include "tests/support/learning.h"
#include "tests/support/native_guide.h"
#include "tests/support/shrink.h"

namespace qpor::tests {
namespace {

using engine::ThreadId;
using frontend::native::NativeExecutor;

/// More than these and a program is passed over.
constexpr std::size_t kMostTraces = 20'000;
/// Enough for nearly all programs; the others are compared by numbers, which is faster.
constexpr oracle::Limits kLimits{8000, oracle::kMaxEvents};

struct Numbers {
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t failures = 0;  // traces with a failed thread
  bool operator==(const Numbers&) const = default;
};

std::string to_string(const Numbers& numbers) {
  std::ostringstream text;
  text << numbers.traces << " traces, " << numbers.deadlocks << " deadlocks, " << numbers.failures
       << " traces with failures";
  return text.str();
}

/// A main that joins waits for ever with the first thread that does or has failed; otherwise it returns, and then
/// nothing is a deadlock.
bool is_deadlock(oracle::Ending ending, bool has_waiting, bool initial_thread_stays) {
  switch (ending) {
    case oracle::Ending::Joins: return initial_thread_stays;
    case oracle::Ending::Leaves: return has_waiting;
    case oracle::Ending::Returns: return false;
  }
  return false;
}

/// Looks at each trace of the C program.
class NativeJudge final : public engine::Observer {
 public:
  /// `truth` may be null: then only numbers are kept.
  NativeJudge(const oracle::CProgram& twin, const oracle::GroundTruth* truth) : twin_(twin), truth_(truth) {}

  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    ++numbers.traces;
    const engine::Executor& executor = execution.executor();
    bool has_waiting = false;
    bool initial_thread_stays = false;
    std::set<std::string> failed;
    for (std::size_t i = 0; i < executor.thread_bound(); ++i) {
      const auto thread = static_cast<ThreadId>(i);
      const std::string name = name_in_model(twin_.program, execution.vocabulary(), thread);
      const engine::Failure* const failure = executor.failure(thread);
      const bool is_waiting = executor.pending(thread) != engine::kNoOperation;
      if (failure != nullptr && failure->kind != engine::FailureKind::Assertion) return fail(to_string(name, *failure));
      if (name.empty()) continue;
      if (failure != nullptr) failed.insert(name);
      has_waiting |= is_waiting;
      initial_thread_stays |= is_initial(name) && (is_waiting || failure != nullptr);
    }
    if (has_waiting) ++numbers.deadlocks;
    if (!failed.empty()) ++numbers.failures;
    if (deadlock != is_deadlock(twin_.ending, has_waiting, initial_thread_stays)) {
      return fail("deadlock is judged wrongly");
    }
    return truth_ == nullptr || compare(execution, has_waiting, failed);
  }

  void on_divergence(const engine::Execution&, const engine::Divergence& divergence) override {
    fail("a twin run parts from its trace: " + engine::text_of(divergence.text));
  }

  std::string missing() const {
    for (const oracle::ConfigId wanted : truth_->maximal()) {
      if (visited_.count(wanted) == 0) return "a trace is missing:\n" + truth_->describe_configuration(wanted);
    }
    return "";
  }

  Numbers numbers;
  std::string error;

 private:
  bool compare(const engine::Execution& execution, bool has_waiting, const std::set<std::string>& failed) {
    const auto [reached, wrong] = NativeGuide(twin_.program, *truth_).follow(execution);
    if (!wrong.empty()) return fail(wrong);
    if (!truth_->enabled(reached).empty()) {
      return fail("a trace ends where the model goes on:\n" + truth_->describe_configuration(reached));
    }
    if (!visited_.insert(reached).second) {
      return fail("a trace of the model is visited twice:\n" + truth_->describe_configuration(reached));
    }
    if (has_waiting != truth_->has_pending_thread(reached)) return fail("other threads wait than in the model");
    const std::vector<std::string> wanted = truth_->failed_threads(reached);
    if (failed != std::set<std::string>(wanted.begin(), wanted.end())) {
      return fail("other threads fail than in the model:\n" + truth_->describe_configuration(reached));
    }
    return true;
  }

  static std::string to_string(const std::string& thread, const engine::Failure& failure) {
    return (thread.empty() ? "main" : thread) + " fails (" + std::string(engine::text_of(failure.kind)) + ", line " +
           std::to_string(failure.location.line) + "): " + engine::text_of(failure.message);
  }

  bool fail(std::string what) {
    error = std::move(what);
    return false;
  }

  const oracle::CProgram& twin_;
  const oracle::GroundTruth* truth_;
  std::unordered_set<oracle::ConfigId> visited_;
};

class ModelCounter final : public engine::Observer {
 public:
  bool on_trace(const engine::Execution& execution, bool deadlock) override {
    ++numbers.traces;
    if (deadlock) ++numbers.deadlocks;
    const engine::Executor& executor = execution.executor();
    bool has_failed = false;
    for (std::size_t i = 0; i < executor.thread_bound(); ++i) {
      has_failed |= executor.failure(static_cast<ThreadId>(i)) != nullptr;
    }
    if (has_failed) ++numbers.failures;
    return true;
  }
  Numbers numbers;
};

engine::Options engine_options(engine::AltKind alt) {
  engine::Options options;
  options.alt = alt;
  options.k = 1;
  options.check = true;
  options.max_traces = kMostTraces + 1;
  options.newest_thread_first = options.meet_first = alt == engine::AltKind::Partial;
  return options;
}

/// What the twin has, by an exploration of the model.
Numbers numbers_of_model(const oracle::Program& program) {
  const auto executor =
      frontend::model::make_executor(frontend::model::compile(oracle::to_model_text(program), "random.model"));
  ModelCounter counter;
  engine::make_explorer(*executor, engine_options(engine::AltKind::Optimal), &counter)->explore();
  return counter.numbers;
}

bool asks_for_ordered_barriers(const engine::Explorer& explorer) {
  const engine::Interruption& end = explorer.interruption();
  return end.kind == engine::Interruption::Kind::Restart && end.reason == engine::RestartReason::OrderedBarriers;
}

std::string explore_native(NativeExecutor& executor, const oracle::CProgram& twin, engine::AltKind alt,
                           const oracle::GroundTruth* truth, const Numbers& wanted, NativeCounts& counts) {
  NativeJudge judge(twin, truth);
  const auto explorer = engine::make_explorer(executor, engine_options(alt), &judge);
  try {
    explorer->explore();
  } catch (const std::exception& error) {
    return error.what();
  }
  if (asks_for_ordered_barriers(*explorer)) return "barriers are ordered without need";
  if (std::string error = error_of(explorer->interruption()); !error.empty()) return error;
  if (!judge.error.empty()) return judge.error;
  counts.traces += judge.numbers.traces;
  counts.deadlocks += judge.numbers.deadlocks;
  counts.failures += judge.numbers.failures;
  if (truth != nullptr) {
    if (std::string missing = judge.missing(); !missing.empty()) return missing;
  }
  if (judge.numbers != wanted) {
    return "C has " + to_string(judge.numbers) + "; the model has " + to_string(wanted);
  }
  if (alt == engine::AltKind::Optimal && explorer->statistics().blocked != 0) return "optimal was blocked";
  return "";
}

/// By the rule of the model language: more threads mention a barrier than it has places.
bool has_ordered_barriers(const oracle::Program& program) {
  for (std::size_t d = 0; d < program.declarations.size(); ++d) {
    if (program.declarations[d].kind != oracle::ObjectKind::Barrier) continue;
    oracle::Value users = 0;
    const auto count = [&](const oracle::Body& body, oracle::Value weight) {
      oracle::Program only;
      only.threads = {body};
      bool mentions = false;
      for_each_statement(std::as_const(only), [&](const oracle::Statement& s) {
        mentions |= s.kind == oracle::Kind::Arrive && s.object.declaration == static_cast<int>(d);
      });
      if (mentions) users += weight;
    };
    for (const oracle::Body& thread : program.threads) count(thread, 1);
    for (const oracle::Body& proc : program.procs) count(proc, 1000);
    if (users > program.declarations[d].initial) return true;
  }
  return false;
}

/// In some execution more threads come to a barrier than it has places.
bool needs_ordered_barriers(const oracle::Program& program, const oracle::GroundTruth& truth) {
  const oracle::Interpreter interpreter(program);
  for (const oracle::ConfigId maximal : truth.maximal()) {
    std::map<int, std::set<int>> threads;  // by barrier
    for (const oracle::EventId event : truth.configuration(maximal).to_vector()) {
      const oracle::Label& label = truth.label(event);
      if (label.op.kind == oracle::OpKind::ArriveOrdered) threads[label.op.object].insert(label.thread);
    }
    for (const auto& [barrier, who] : threads) {
      const oracle::Value places = interpreter.object(static_cast<std::size_t>(barrier)).initial;
      if (static_cast<oracle::Value>(who.size()) > places) return true;
    }
  }
  return false;
}

enum class Barriers : std::uint8_t { AsNeeded, Ordered };

struct Verdict {
  std::string error;
  bool is_for_ordered_barriers = false;  ///< to be judged again with them
};

Verdict check_one(NativeExecutor& executor, const oracle::CProgram& twin, Barriers barriers, NativeCounts& counts) {
  const oracle::GroundTruth truth(twin.program, kLimits);
  if (truth.status() == oracle::GroundTruth::Status::NotCommuting) return {"the oracle itself: " + truth.message()};
  const bool is_complete = truth.is_complete();
  const Numbers wanted =
      is_complete ? Numbers{truth.maximal().size(), truth.deadlock_count(), truth.failed_configuration_count()}
                  : numbers_of_model(twin.program);
  if (wanted.traces > kMostTraces) {
    ++counts.too_big;
    return {};
  }
  NativeCounts alone;
  alone.programs = 1;
  alone.by_numbers = is_complete ? 0 : 1;
  const bool is_ordered = has_ordered_barriers(twin.program);
  for (const engine::AltKind alt : {engine::AltKind::Partial, engine::AltKind::Optimal}) {
    const std::string setting = alt == engine::AltKind::Partial ? " (k=1)" : " (optimal)";
    if (is_ordered && barriers == Barriers::AsNeeded) {
      const auto explorer = engine::make_explorer(executor, engine_options(alt), nullptr);
      try {
        explorer->explore();
      } catch (const std::exception& error) {
        return {error.what() + setting};
      }
      const bool was_needed = asks_for_ordered_barriers(*explorer);
      if (std::string error = error_of(explorer->interruption()); !was_needed && !error.empty()) {
        return {error + setting};
      }
      if (is_complete && was_needed != needs_ordered_barriers(twin.program, truth)) {
        return {(was_needed ? "barriers are ordered without need" : "barriers need to be ordered and are not") +
                setting};
      }
      continue;
    }
    std::string error = explore_native(executor, twin, alt, is_complete ? &truth : nullptr, wanted, alone);
    if (!error.empty()) return {error + setting};
  }
  if (is_ordered && barriers == Barriers::AsNeeded) return {"", true};
  counts += alone;
  return {};
}

/// A file for as long as it is compiled.
class Source {
 public:
  explicit Source(const std::string& text) {
    static std::atomic<int> count = 0;
    path_ = (std::filesystem::temp_directory_path() /
             ("qpor-fuzz-" + std::to_string(getpid()) + "-" + std::to_string(count++) + ".c"))
                .string();
    std::ofstream(path_, std::ios::binary) << text;
  }
  ~Source() { std::filesystem::remove(path_); }
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

std::vector<std::string> arguments_for(std::size_t number) { return {"program", std::to_string(number)}; }

/// How conditions wake is an option of the executor and must be the same for all of them, as must be whether anybody
/// looks at the results of barriers.
std::vector<NativeError> check_text(const std::string& text, const std::vector<oracle::CProgram>& twins,
                                    NativeCounts& counts) {
  std::vector<NativeError> errors;
  if (twins.empty()) return errors;
  const Source source(text);
  frontend::native::ProgramOptions options;
  options.sources.paths = {source.path()};
  options.arguments = arguments_for(0);
  options.machine.is_fifo = twins.front().has_fifo_conditions();
  options.machine.spurious_wakeups = twins.front().is_spurious ? 1 : 0;
  try {
    NativeExecutor executor(build(options));
    std::vector<std::size_t> left(twins.size());
    std::iota(left.begin(), left.end(), 0);
    for (const Barriers barriers : {Barriers::AsNeeded, Barriers::Ordered}) {
      std::vector<std::size_t> again;
      for (const std::size_t i : left) {
        executor.machine().set_arguments(arguments_for(i));
        Verdict verdict = check_one(executor, twins[i], barriers, counts);
        if (!verdict.error.empty()) errors.push_back({i, std::move(verdict.error)});
        if (verdict.is_for_ordered_barriers) again.push_back(i);
      }
      engine::Knowledge knowledge;
      knowledge.orders_barriers = true;
      executor.set_knowledge(knowledge);
      left = std::move(again);
    }
    for (const auto& thing : executor.unseen()) errors.push_back({0, "calls " + thing.name});
  } catch (const frontend::native::ProgramError& error) {
    errors.push_back({0, error.what()});
  }
  return errors;
}

}  // namespace

NativeCounts& NativeCounts::operator+=(const NativeCounts& other) {
  programs += other.programs;
  by_numbers += other.by_numbers;
  too_big += other.too_big;
  traces += other.traces;
  deadlocks += other.deadlocks;
  failures += other.failures;
  return *this;
}

std::string to_string(const NativeCounts& counts) {
  std::ostringstream text;
  text << counts.programs << " C programs (" << counts.by_numbers << " by their numbers only), " << counts.too_big
       << " too big, " << counts.traces << " traces, " << counts.deadlocks << " deadlocks, " << counts.failures
       << " failed";
  return text.str();
}

std::vector<NativeError> check_native(const std::vector<oracle::CProgram>& twins, NativeCounts& counts) {
  std::vector<NativeError> errors;
  std::map<std::array<bool, 3>, std::vector<std::size_t>> kinds;
  for (std::size_t i = 0; i < twins.size(); ++i) {
    kinds[{twins[i].has_fifo_conditions(), twins[i].is_spurious, twins[i].looks_at_barriers()}].push_back(i);
  }
  for (const auto& [kind, numbers] : kinds) {
    std::vector<oracle::CProgram> alike;
    for (const std::size_t number : numbers) alike.push_back(twins[number]);
    for (NativeError& error : check_text(to_c_text(alike), alike, counts)) {
      errors.push_back({numbers[error.number], std::move(error.what)});
    }
  }
  return errors;
}

std::string check_native(const oracle::CProgram& twin, NativeCounts& counts) {
  return check_native(twin, to_c_text(twin), counts);
}

std::string check_native(const oracle::CProgram& twin, const std::string& c_text, NativeCounts& counts) {
  const std::vector<NativeError> errors = check_text(c_text, {twin}, counts);
  return errors.empty() ? "" : errors.front().what;
}

oracle::CProgram shrink(oracle::CProgram twin, const std::function<bool(const oracle::CProgram&)>& still_fails) {
  const auto fails = [&](const oracle::CProgram& candidate) {
    return oracle::objection(candidate).empty() && still_fails(candidate);
  };
  const auto accept = [&](oracle::CProgram candidate) {
    if (fails(candidate)) twin = std::move(candidate);
  };
  const auto simplify_forms = [&] {
    oracle::CProgram candidate = twin;
    candidate.initialises = false;
    if (twin.initialises) accept(candidate);
    candidate = twin;
    candidate.is_c11 = false;
    if (twin.is_c11) accept(candidate);
    candidate = twin;
    candidate.ending = oracle::Ending::Joins;
    if (twin.ending != oracle::Ending::Joins) accept(candidate);
    for (const auto& [name, form] : std::map(twin.forms)) {
      if (form == oracle::MutexForm::Serial) continue;
      candidate = twin;
      candidate.forms.erase(name);
      accept(candidate);
    }
  };
  simplify_forms();
  twin.program = oracle::shrink(twin.program, [&](const oracle::Program& program) {
    oracle::CProgram candidate = twin;
    candidate.program = program;
    return fails(candidate);
  });
  simplify_forms();
  return twin;
}

std::string both_texts(const oracle::CProgram& twin) {
  return "--- model\n" + oracle::to_model_text(twin.program) + "--- C\n" + oracle::to_c_text(twin) + "---\n";
}

}  // namespace qpor::tests
