// What an exploration came to, as plain values: the report, the JSON and the exit code are made of this alone.
//
// Invariants
//  1. The verdict is `safe` only when everything was explored and there is no defect. It is then as good as
//     `assumptions`; with --strict each of them is among `incomplete_reasons`.
//  2. The first trace.size() steps of a defect's schedule are the steps of its trace, in the same order.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "engine/execution/statistics.h"
#include "engine/program/failure_kind.h"
#include "engine/program/knowledge.h"
#include "engine/program/location.h"
#include "engine/program/message.h"
#include "engine/program/schedule.h"
#include "engine/report/tree_shapes.h"
#include "frontend/program/assumptions.h"
#include "frontend/program/run_under_way.h"
#include "frontend/program/unseen_kind.h"
#include "frontend/program/weaker_atomic.h"
#include "frontend/report/exit_code.h"
#include "frontend/report/reasons.h"

namespace qpor::frontend {

/// One operation for a reader. Members that say nothing about an operation are empty.
struct TraceStep {
  std::string thread;
  std::string operation;              ///< lock, store, ...
  std::string object;                 ///< its name; for create and join that of the thread
  std::string outcome;                ///< taken, busy, lost, the thread that a signal wakes, ...
  std::optional<std::int64_t> value;  ///< that the operation read, stored or chose
  std::string text;                   ///< all of it: "lock m", "load x = 3", "signal c -> waiter"
  engine::Location location;
  std::string source_line;  ///< the text there, if known
};

/// `thread` does its next operation. `outcome` where the state of the program leaves several: the number that is
/// chosen, or the thread that a signal wakes.
struct ScheduleStep {
  std::string thread;
  std::variant<std::monostate, std::int64_t, std::string> outcome;
};

/// One of the accesses that together are a data race.
struct DefectAccess {
  std::string thread;
  engine::Message text;  ///< "reads 4 bytes of counter"
  engine::Location location;
  std::vector<engine::Location> callers;  ///< the innermost first
  std::string source_line;
};

struct Defect {
  engine::FailureKind kind{};
  engine::Message message;
  std::string thread;
  engine::Location location;
  std::vector<ScheduleStep> schedule;  ///< reproduces it from the start of the program
  std::vector<TraceStep> trace;        ///< the causal past of the defect, with few context switches
  std::vector<TraceStep> waiting;      ///< deadlock: what the threads cannot do
  std::string source_line;             ///< the text at `location`, if known
  std::string output;                  ///< what the program had written by then
  std::uint64_t occurrences = 1;
  std::vector<DefectAccess> accesses{};  ///< data race: the one that showed it, and the one before
};

/// All programs are explored as if the memory were that.
inline constexpr const char* kMemoryModel = "sequential consistency";

/// What was looked for in a C program besides the failures that it cannot hide.
struct LookedFor {
  unsigned races = 100;       ///< data races, in so many of a hundred executions
  bool interleaves = false;   ///< instead of being reported they were explored in every order
  bool memory_errors = true;  ///< accesses beyond the memory that it may access
  bool divergences = true;    ///< by twin runs
};

/// Two executions of one trace parted: something that is no operation orders the threads, or changes from run to run.
struct FoundDivergence {
  enum class By : std::uint8_t {
    TwinRun,  ///< the same trace in another order of its steps
    Replay,   ///< the same steps once more
  };
  By by{};
  std::string thread;  ///< "" when it is no thread's
  engine::Location location;
  engine::Message text;  ///< what the thread does or what differs
};

Reason reason_of(const FoundDivergence& divergence);

enum class Verdict : std::uint8_t { Safe, Defect, Incomplete };

struct Result {
  std::string program;
  engine::Statistics statistics;
  std::uint64_t trace_set_hash = 0;
  std::uint64_t peak_memory_bytes = 0;
  double processor_seconds = 0;  ///< of the exploration; unlike statistics.seconds not disturbed by other processes
  std::vector<std::pair<std::string, double>> startup;  ///< seconds before the exploration, by phase; C programs only
  std::vector<Defect> defects;
  engine::Schedule schedule;            ///< of the first defect, as a replay needs it
  std::string schedule_file;            ///< where it was saved, if it was
  std::uint64_t lost_defects = 0;       ///< found by a process that died before it could tell
  std::optional<RunUnderWay> last_run;  ///< of such a process
  std::vector<Reason> incomplete_reasons;
  AssumptionSet assumptions;          ///< that some execution made use of
  std::vector<UnseenThing> unseen;    ///< each is also one of incomplete_reasons
  std::vector<std::string> unjoined;  ///< with --unjoined: threads that nobody joins or detaches, in some trace
  std::map<int, std::uint64_t> exit_statuses;  ///< other than 0, and the number of traces that end with them
  std::vector<WeakerAtomic> weaker_atomics;    ///< C programs only: what asks for a weaker model
  bool has_internal_error = false;
  /// Whatever the search could find has been visited: no limit, interrupt or defect ended it before.
  bool came_to_end = false;
  /// Some thread was stopped by a failure, a limit or a refused call: what lay behind that is unknown.
  bool has_stopped_threads = false;
  std::vector<std::string> interleaved_variables{};  ///< with --memory=interleave: "4 bytes of counter"
  std::optional<LookedFor> looked_for{};             ///< C programs only
  std::optional<engine::TreeShapes> trees{};         ///< with --tree-stats
  std::optional<FoundDivergence> divergence{};       ///< the first
  engine::Knowledge knowledge{};                     ///< that the exploration was made with

  bool is_complete() const { return incomplete_reasons.empty(); }
  Verdict verdict() const {
    if (!defects.empty() || lost_defects > 0) return Verdict::Defect;
    return is_complete() ? Verdict::Safe : Verdict::Incomplete;
  }
  ExitCode exit_code() const {
    if (has_internal_error) return ExitCode::Internal;
    switch (verdict()) {
      case Verdict::Safe: return ExitCode::Safe;
      case Verdict::Defect: return ExitCode::Defect;
      case Verdict::Incomplete: return ExitCode::Incomplete;
    }
    return ExitCode::Internal;
  }
};

inline const char* word_of(Verdict verdict) {
  return verdict == Verdict::Safe ? "safe" : verdict == Verdict::Defect ? "defect" : "incomplete";
}

}  // namespace qpor::frontend
