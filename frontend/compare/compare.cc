#include "frontend/compare/compare.h"

#include <algorithm>
#include <functional>
#include <new>
#include <optional>
#include <ostream>
#include <utility>

#include "frontend/base/figures.h"
#include "frontend/cli/help.h"
#include "frontend/cli/open_input.h"
#include "frontend/cli/output.h"
#include "frontend/cli/version.h"
#include "frontend/compare/bar_chart.h"
#include "frontend/compare/compare_files.h"
#include "frontend/compare/compare_help.h"
#include "frontend/compare/compare_report.h"
#include "frontend/explore/apart.h"
#include "frontend/explore/run.h"

namespace qpor::frontend {
namespace {

/// Would another run end in the same way? Not if time, memory, Ctrl-C or chance ended this one.
bool can_be_repeated(const Result& result) {
  return result.came_to_end || has(result.incomplete_reasons, ReasonKind::TraceLimit);
}

/// As often as it takes; the result is that of the median.
Outcome measure(Input& input, const Options& options, const CompareOptions& how, const InterruptFlag* interrupt,
                Reporter* reporter) {
  Drawing no_drawing;
  std::vector<Result> results;
  std::size_t count = how.repeat.value == engine::kUnlimited ? 1 : how.repeat.value;
  for (std::size_t i = 0; i < count; ++i) {
    Result result = run(input, options, no_drawing, interrupt, reporter);
    const bool can_go_on = can_be_repeated(result);
    if (i > 0 && !can_go_on) break;  // Ctrl-C; what was measured before is good
    const bool is_first_of_short_ones = i == 0 && how.repeat.value == engine::kUnlimited && result.came_to_end &&
                                        result.statistics.seconds < kShortExploration;
    if (is_first_of_short_ones) count = kUsualRepetitions;
    results.push_back(std::move(result));
    if (!can_go_on) break;
  }
  Outcome outcome;
  for (const Result& result : results) outcome.seconds.push_back(result.statistics.seconds);
  const Result& first = results.front();
  const bool is_same = std::all_of(results.begin(), results.end(), [&](const Result& result) {
    return result.trace_set_hash == first.trace_set_hash || result.has_stopped_threads;
  });
  const std::uint64_t peak = first.peak_memory_bytes;
  const auto is_faster = [](const Result& a, const Result& b) { return a.statistics.seconds < b.statistics.seconds; };
  const auto median = results.begin() + static_cast<std::ptrdiff_t>((results.size() - 1) / 2);
  std::nth_element(results.begin(), median, results.end(), is_faster);
  outcome.result = std::move(*median);
  outcome.result.peak_memory_bytes = peak;
  if (!is_same) {
    outcome.result.has_internal_error = true;
    outcome.result.incomplete_reasons.push_back({ReasonKind::InternalError, {"a repetition visited other traces"}});
  }
  return outcome;
}

/// What an exploration came to that ended with an error of ours.
Outcome failed(Reason reason) {
  Outcome outcome;
  outcome.result.has_internal_error = true;
  outcome.result.incomplete_reasons.push_back(std::move(reason));
  return outcome;
}

Outcome explore_in_child(const Setting& setting, const CompareOptions& how, const InterruptFlag* interrupt,
                         const std::function<void(const engine::Statistics&)>& on_progress) {
  const CommandLine& line = setting.line;
  const std::size_t times = how.repeat.value == engine::kUnlimited ? kUsualRepetitions : how.repeat.value;
  const double timeout = line.options.timeout.value * static_cast<double>(times);
  try {
    return explore_apart({line.programs, line.options, timeout, on_progress}, [&](Reporter& reporter) {
      Input input = open_input(line);
      reporter.recorder().set_stage(FlightRecorder::Stage::Exploring);
      Outcome outcome = measure(input, line.options, how, interrupt, &reporter);
      reporter.recorder().set_stage(FlightRecorder::Stage::Reporting);
      return outcome;
    });
  } catch (const NoProcess& error) {
    throw UsageError(std::string("there is no process for the exploration: ") + error.what());
  } catch (const std::bad_alloc&) {
    return failed({ReasonKind::OutOfMemory});
  } catch (const ChildError& error) {
    return failed({ReasonKind::InternalError, {error.what()}});
  }
}

/// What is under way, on a terminal.
class Progress {
 public:
  Progress(const CompareLine& line, const CommandContext& around)
      : err_(around.err), is_shown_(around.err_is_terminal && !line.settings.front().line.options.quiet) {}
  ~Progress() {
    if (is_shown_) err_ << "\r\033[K" << std::flush;
  }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// `executions`: so far.
  void show(const std::string& setting, std::size_t number, std::size_t count, std::uint64_t executions) {
    if (!is_shown_) return;
    err_ << "\r\033[K" << "exploring under " << setting << " (" << number << " of " << count << ")";
    if (executions > 0) err_ << ", " << counted(executions, "execution");
    err_ << std::flush;
  }

 private:
  std::ostream& err_;
  bool is_shown_;
};

}  // namespace

Comparison compare(const CompareLine& line, const CommandContext& around) {
  Comparison comparison;
  comparison.program = line.settings.front().line.program;
  Progress progress(line, around);
  bool is_over = false;
  for (const Setting& setting : line.settings) {
    is_over = is_over || (around.interrupt != nullptr && *around.interrupt != 0);
    if (is_over) {
      comparison.not_explored.push_back(setting.name);
      continue;
    }
    const auto show = [&](const engine::Statistics& statistics) {
      progress.show(setting.name, comparison.explored.size() + 1, line.settings.size(), statistics.executions);
    };
    show({});
    Outcome outcome;
    if (around.may_fork) {
      outcome = explore_in_child(setting, line.options, around.interrupt, show);
    } else {
      Input input = open_input(setting.line);
      outcome = measure(input, setting.line.options, line.options, around.interrupt, nullptr);
    }
    Explored explored{setting.name, setting.line.options, std::move(outcome.result), std::move(outcome.seconds)};
    explored.result.program = comparison.program;
    is_over = has(explored.result.incomplete_reasons, ReasonKind::Interrupted);
    comparison.explored.push_back(std::move(explored));
  }
  return comparison;
}

ExitCode run_compare(int argc, const char* const* argv, const CommandContext& around) {
  const CompareLine line = parse_compare(argc, argv);
  if (line.action != CommandLine::Action::Explore) {
    if (line.action == CommandLine::Action::Version) {
      around.out << version_line() << '\n';
    } else {
      write_compare_help(around.out);
    }
    around.out.flush();
    if (!around.out) throw UsageError("cannot write the standard output");
    return ExitCode::Safe;
  }
  const CommandLine& first = line.settings.front().line;
  const CompareOptions& own = line.options;
  const std::vector<InputFile> inputs = input_files(first);
  Output json("--json", OutputKind::Json, own.json, inputs, around.out);
  Output csv("--csv", OutputKind::Csv, own.csv, inputs, around.out);
  Output svg("--svg", OutputKind::Svg, own.svg, inputs, around.out);
  const std::pair<const char*, std::string> outputs[] = {
      {"--json", own.json.value}, {"--csv", own.csv.value}, {"--svg", own.svg.value}};
  refuse_common_target(outputs);

  const Comparison comparison = compare(line, around);

  if (json.stream() != nullptr) write_comparison_json(*json.stream(), comparison);
  if (csv.stream() != nullptr) write_comparison_csv(*csv.stream(), comparison);
  if (svg.stream() != nullptr) write_bar_chart_svg(*svg.stream(), comparison);
  std::optional<UsageError> problem;  // the table comes even if a file does not
  for (Output* const output : {&json, &csv, &svg}) {
    try {
      output->finish();
    } catch (const UsageError& error) {
      if (!problem) problem = error;
    }
  }
  const bool out_is_taken =
      own.json.is_standard_output() || own.csv.is_standard_output() || own.svg.is_standard_output();
  std::ostream& report = out_is_taken ? around.err : around.out;
  const bool is_terminal = out_is_taken ? around.err_is_terminal : around.out_is_terminal;
  write_comparison(report, comparison,
                   {first.options.quiet, wants_color(first.options, is_terminal), locale_has_unicode()});
  report.flush();
  if (problem) throw *problem;
  if (!report) throw UsageError("cannot write the report");
  return exit_code_of(comparison);
}

}  // namespace qpor::frontend
