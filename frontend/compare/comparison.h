// What came of a program under several settings, and the judgement on it, as plain values: did all find the same
// traces, and which setting is to be recommended? compare.h makes these values, compare_report.h and compare_files.h
// show them.
//
// Invariants
//  1. Only settings that came to an end are compared with each other: of the others it is not known what they would
//     still have found. Nor are those compared whose runs were cut at a number of steps or context switches: which of
//     the equivalent runs is cut is a matter of their order.
//  2. A difference is an error of ours, unless threads of the program were stopped in the middle, by a data race, say:
//     which of the two threads that is depends on the order of the run.
//  3. --algorithm=observers visits one trace of each class of traces that no read tells apart: its traces are not
//     compared, only that there are no more of them.
//  4. What was found is compared as well, under every algorithm: a defect or none, and, where no thread was stopped, of
//     which kinds.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "frontend/options/options.h"
#include "frontend/report/exit_code.h"
#include "frontend/report/result.h"

namespace qpor::frontend {

/// Times that differ by less count as equal: a tenth, or a millisecond.
inline constexpr double kEqualShare = 0.1;
inline constexpr double kEqualSeconds = 1e-3;

/// A program under one setting.
struct Explored {
  std::string setting;  ///< its name
  Options options;
  Result result;                ///< of the run whose time is the median
  std::vector<double> seconds;  ///< of each run

  bool came_to_end() const { return result.came_to_end; }
  bool visits_all_traces() const { return options.algorithm != engine::Algorithm::Observers; }
  bool saw_all() const {
    return came_to_end() && result.statistics.truncated == 0 && result.statistics.cut_at_switches == 0;
  }
  /// Can its traces be compared?
  bool is_comparable() const { return saw_all() && visits_all_traces(); }
};

struct Comparison {
  std::string program;
  std::vector<Explored> explored;           ///< in the order of the settings
  std::vector<std::string> not_explored{};  ///< settings that were not begun, after Ctrl-C
};

/// Settings that found the same.
struct SameTraces {
  std::vector<std::string> settings;
  std::uint64_t traces = 0;
  std::uint64_t deadlocks = 0;
  std::uint64_t hash = 0;
};

struct Recommendation {
  std::size_t index;  ///< in Comparison::explored
  std::string reason;
};

/// Comparable settings by what they found: one group when all agree.
std::vector<SameTraces> groups_of(const Comparison& comparison);

/// "all 4 settings visited the same 137 traces"; one sentence, whatever came out.
std::string sentence_of(const Comparison& comparison, const std::vector<SameTraces>& groups);

/// Does that sentence begin with the name of a setting?
bool begins_with_setting(const Comparison& comparison, const std::vector<SameTraces>& groups);

/// Is it a difference that nothing explains?
bool is_internal_error(const Comparison& comparison, const std::vector<SameTraces>& groups);

/// Invariants 3 and 4: what they find broken, as a sentence; "" otherwise.
std::string disagreement_in(const Comparison& comparison);

/// The fastest of those that came to an end; when none did, the one that gets most traces done in its time. Among
/// equals the one with the fewest runs in vain, then the smallest k. Nothing if nothing was explored, if
/// none came to an end and some were not begun, or if the program is not deterministic.
std::optional<Recommendation> recommend(const Comparison& comparison);

/// The first setting with a defect, if there is one; rather one that came to an end.
std::optional<std::size_t> first_with_defect(const Comparison& comparison);

ExitCode exit_code_of(const Comparison& comparison);

}  // namespace qpor::frontend
