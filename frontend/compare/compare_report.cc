#include "frontend/compare/compare_report.h"

#include <algorithm>
#include <array>
#include <functional>
#include <ostream>
#include <vector>

#include "frontend/base/figures.h"
#include "frontend/compare/bar_chart.h"
#include "frontend/report/report.h"

namespace qpor::frontend {
namespace {

using engine::CounterOwner;
using engine::Phase;
using engine::Statistics;

/// One column of the table; docs/compare.md says what each means.
struct Column {
  const char* group;  ///< in the line above
  const char* title;
  std::function<std::string(const Explored&)> cell;
};

std::string seconds_text(const Explored& each, Phase phase) {
  return duration(each.result.statistics.phase_seconds[static_cast<std::size_t>(phase)]);
}

/// U is often far smaller than the process.
std::string small_size(std::uint64_t bytes) {
  return bytes < 1'000'000 ? decimals(static_cast<double>(bytes) / 1e3, 0, "kB") : megabytes(bytes);
}

/// Of an exploration that was stopped, counts say only that there are at least so many.
std::string at_least(const Explored& each, const std::string& text) { return each.came_to_end() ? text : "> " + text; }

/// Of a counter that every algorithm keeps, or only `owner`.
Column counter(const char* title, std::uint64_t Statistics::* member, CounterOwner owner = CounterOwner::Every) {
  return {"", title, [member, owner](const Explored& each) {
            if (!engine::keeps(each.options.algorithm, owner)) return std::string("-");
            return at_least(each, std::to_string(each.result.statistics.*member));
          }};
}

std::string time_per_trace(const Explored& each) {
  const Statistics& figures = each.result.statistics;
  return figures.traces == 0 ? "-" : decimals(1e6 * figures.seconds / static_cast<double>(figures.traces), 1, "us");
}

/// Where there are algorithms that think in sequences: what all have in common, and the sizes of what each keeps.
std::vector<Column> columns_of_algorithms() {
  return {
      {"", "setting", [](const Explored& each) { return each.setting; }},
      counter("traces", &Statistics::traces),
      counter("blocked", &Statistics::blocked),
      counter("redundant", &Statistics::redundant, CounterOwner::Sequences),
      counter("executions", &Statistics::executions),
      counter("steps", &Statistics::steps),
      counter("comb nodes", &Statistics::comb_nodes, CounterOwner::Qpor),
      counter("races", &Statistics::races, CounterOwner::Sequences),
      {"time", "per trace", time_per_trace},
      {"", "in all", [](const Explored& each) { return at_least(each, duration(each.result.statistics.seconds)); }},
      {"peak", "memory", [](const Explored& each) { return megabytes(each.result.peak_memory_bytes); }},
      counter("U events", &Statistics::peak_events, CounterOwner::Qpor),
      counter("wakeup tree", &Statistics::peak_wakeup_nodes, CounterOwner::WakeupTrees),
  };
}

std::vector<Column> columns_of_unfoldings() {
  const auto phase = [](const char* group, const char* title, Phase which) {
    return Column{group, title, [which](const Explored& each) { return seconds_text(each, which); }};
  };
  return {
      {"", "setting", [](const Explored& each) { return each.setting; }},
      counter("traces", &Statistics::traces),
      counter("blocked", &Statistics::blocked),
      counter("executions", &Statistics::executions),
      counter("events", &Statistics::events),
      counter("comb nodes", &Statistics::comb_nodes),
      phase("time", "execute", Phase::Execute),
      phase("", "extend", Phase::Extend),
      phase("", "alternative", Phase::Alternative),
      phase("", "prune", Phase::Prune),
      {"", "in all", [](const Explored& each) { return at_least(each, duration(each.result.statistics.seconds)); }},
      {"peak", "memory", [](const Explored& each) { return megabytes(each.result.peak_memory_bytes); }},
      {"", "U events", [](const Explored& each) { return std::to_string(each.result.statistics.peak_events); }},
      {"", "U bytes", [](const Explored& each) { return small_size(each.result.statistics.peak_structure_bytes); }},
  };
}

std::vector<Column> columns_of(const Comparison& comparison) {
  const bool has_only_unfoldings =
      std::all_of(comparison.explored.begin(), comparison.explored.end(),
                  [](const Explored& each) { return each.options.algorithm == engine::Algorithm::Qpor; });
  return has_only_unfoldings ? columns_of_unfoldings() : columns_of_algorithms();
}

void write_table(std::ostream& out, const Comparison& comparison, std::optional<std::size_t> best,
                 const Palette& palette) {
  std::string groups;
  std::string titles;
  std::vector<std::string> rows(comparison.explored.size());
  for (const Column& column : columns_of(comparison)) {
    std::vector<std::string> cells;
    std::size_t width = std::max(std::string_view(column.title).size(), std::string_view(column.group).size());
    for (const Explored& each : comparison.explored) {
      cells.push_back(column.cell(each));
      width = std::max(width, cells.back().size());
    }
    if (std::all_of(cells.begin(), cells.end(), [](const std::string& cell) { return cell == "-"; })) continue;
    const bool is_first = titles.empty();
    const char* const gap = is_first ? "" : "  ";
    const auto add = [&](std::string& line, const std::string& text, bool is_left) {
      const std::string filling(width - text.size(), ' ');
      line += gap + (is_left ? text + filling : filling + text);
    };
    add(groups, column.group, true);
    add(titles, column.title, is_first);
    for (std::size_t i = 0; i < rows.size(); ++i) add(rows[i], cells[i], is_first);
  }
  groups.erase(groups.find_last_not_of(' ') + 1);
  out << palette.faint << groups << palette.plain << '\n' << palette.bold << titles << palette.plain << '\n';
  for (std::size_t i = 0; i < rows.size(); ++i) {
    out << (i == best ? palette.green : "") << rows[i] << (i == best ? palette.plain : "") << '\n';
  }
  out << '\n';
}

void write_head(std::ostream& out, const Comparison& comparison, const Palette& palette) {
  const Explored& first = comparison.explored.front();
  out << palette.bold << comparison.program << palette.plain;
  for (const auto& [name, value] : first.options.define) out << ' ' << name << '=' << value;
  out << ": " << counted(first.result.statistics.threads, "thread") << ", "
      << counted(first.result.statistics.objects, "object") << ", explored under "
      << counted(comparison.explored.size(), "setting") << "\n\n";
}

/// What the table cannot say: why an exploration was stopped, and what else takes something away from it.
void write_remarks(std::ostream& out, const Comparison& comparison, const Palette& palette) {
  for (const Explored& each : comparison.explored) {
    if (each.result.is_complete()) continue;
    out << palette.yellow << each.setting << palette.plain << ": "
        << joined(texts_of(each.result.incomplete_reasons), "; ") << '\n';
  }
  if (!comparison.not_explored.empty()) {
    out << palette.yellow << "not explored" << palette.plain << ": " << listed(comparison.not_explored) << '\n';
  }
  if (const std::optional<std::size_t> defect = first_with_defect(comparison)) {
    const Explored& each = comparison.explored[*defect];
    out << palette.red << "the program has defects" << palette.plain << "; under " << each.setting << ": "
        << result_line(each.result) << '\n';
  }
}

/// The sentence as one that stands by itself; names of settings stay as they are.
std::string capitalised(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  std::string text = sentence_of(comparison, groups);
  const bool is_letter = text[0] >= 'a' && text[0] <= 'z';
  if (is_letter && !begins_with_setting(comparison, groups)) text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

/// "the same 137 traces under 4 settings"
std::string short_sentence(const Comparison& comparison, const std::vector<SameTraces>& groups) {
  const bool is_short = groups.size() == 1 && groups.front().settings.size() >= 2;
  if (!is_short || !disagreement_in(comparison).empty()) return sentence_of(comparison, groups);
  const SameTraces& group = groups.front();
  const std::string traces = group.traces == 1 ? "the only trace" : "the same " + counted(group.traces, "trace");
  std::string text = traces + " under " + counted(group.settings.size(), "setting");
  const auto comparable = static_cast<std::size_t>(
      std::count_if(comparison.explored.begin(), comparison.explored.end(), std::mem_fn(&Explored::visits_all_traces)));
  const std::size_t others = comparable - group.settings.size();
  if (others > 0) text += ", " + std::to_string(others) + " not compared";
  return text;
}

/// Why the exit code is that of an incomplete exploration; "" if it is not.
std::string why_incomplete(const Comparison& comparison) {
  for (const Explored& each : comparison.explored) {
    if (!each.result.is_complete()) return joined(texts_of(each.result.incomplete_reasons), "; ");
  }
  return comparison.not_explored.empty() ? "" : text_of({ReasonKind::Interrupted});
}

/// Of all settings: each explores the same executions.
AssumptionSet assumptions_of(const Comparison& comparison) {
  AssumptionSet all;
  for (const Explored& each : comparison.explored) all.add(each.result.assumptions);
  return all;
}

}  // namespace

std::string comparison_result_line(const Comparison& comparison) {
  std::string text = "RESULT: " + short_sentence(comparison, groups_of(comparison));
  if (const std::optional<Recommendation> best = recommend(comparison)) {
    text += "; use " + comparison.explored[best->index].setting + " (" + best->reason + ")";
  }
  if (const std::optional<std::size_t> defect = first_with_defect(comparison)) {
    text += "; " + result_sentence(comparison.explored[*defect].result);
  } else if (const std::string why = why_incomplete(comparison); !why.empty()) {
    text += "; incomplete: " + why;
  } else if (const AssumptionSet assumed = assumptions_of(comparison); !assumed.empty()) {
    text += "; assuming " + phrases_of(assumed);
  }
  return text;
}

void write_comparison(std::ostream& out, const Comparison& comparison, const CompareStyle& style) {
  const Palette palette(style.has_color);
  if (!style.is_quiet && !comparison.explored.empty()) {
    const std::optional<Recommendation> best = recommend(comparison);
    write_head(out, comparison, palette);
    write_table(out, comparison, best ? std::optional(best->index) : std::nullopt, palette);
    write_remarks(out, comparison, palette);
    out << capitalised(comparison, groups_of(comparison)) << ".\n";
    if (best) out << "Recommended is " << comparison.explored[best->index].setting << ": " << best->reason << ".\n";
    out << '\n';
    write_bar_chart(out, comparison, style.has_unicode, palette);
    out << '\n';
  }
  const ExitCode code = exit_code_of(comparison);
  const char* const color = code == ExitCode::Safe         ? palette.green
                            : code == ExitCode::Incomplete ? palette.yellow
                                                           : palette.red;
  out << color << comparison_result_line(comparison) << palette.plain << '\n';
}

}  // namespace qpor::frontend
