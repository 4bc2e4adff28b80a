#include "frontend/report/report.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <ostream>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/report/message_text.h"
#include "frontend/base/figures.h"
#include "frontend/report/trace_table.h"

namespace qpor::frontend {
namespace {

void write_wrapped(std::ostream& out, const std::string& text) {
  constexpr std::size_t kIndent = 2;
  std::string line(kIndent, ' ');
  std::size_t begin = 0;
  while (begin < text.size()) {
    std::size_t end = std::min(text.find(' ', begin), text.size());
    if (line.size() > kIndent && line.size() + 1 + end - begin > kReportWidth) {
      out << line << '\n';
      line.assign(kIndent, ' ');
    }
    line += (line.size() > kIndent ? " " : "") + text.substr(begin, end - begin);
    begin = end + 1;
  }
  out << line << '\n';
}

std::string way_of(const Options& options) {
  if (options.replay.is_given()) return "replayed from " + options.replay.value;
  if (options.algorithm != engine::Algorithm::Qpor) return "explored by " + std::string(word_of(options.algorithm));
  const engine::AltKind alt = options.alt.value_or(engine::AltKind::Optimal);
  switch (alt) {
    case engine::AltKind::None: return "explored with sleep sets only";
    case engine::AltKind::FirstEvent: return "explored one event ahead (first-event)";
    case engine::AltKind::Partial: return "explored with k=" + std::to_string(options.k->value);
    case engine::AltKind::Optimal: return "explored with k=optimal";
  }
  return "";
}

void write_head(std::ostream& out, const Result& result, const Options& options, const Palette& palette) {
  out << palette.bold << result.program << palette.plain;
  for (const auto& [name, value] : options.define) out << ' ' << name << '=' << value;
  out << ": " << counted(result.statistics.threads, "thread") << ", " << counted(result.statistics.objects, "object")
      << ", " << way_of(options) << "\n\n";
}

/// "prog.c:12", or "" when it is not known.
std::string line_text(const std::string& file, unsigned line) {
  return line == 0 ? "" : file + ":" + std::to_string(line);
}

/// "prog.c:12 in worker"
std::string text_of(const engine::Location& location) {
  std::string text = line_text(location.file, location.line);
  if (!location.function.empty()) text += (text.empty() ? "in " : " in ") + location.function;
  return text;
}

void write_source(std::ostream& out, const Defect& defect, const Palette& palette) {
  const std::size_t begin = defect.source_line.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return;
  std::string text = defect.source_line.substr(begin);
  text.erase(text.find_last_not_of(" \t\r") + 1);
  out << "  " << palette.faint << defect.location.line << " | " << palette.plain << fitted(text, kReportWidth - 12)
      << '\n';
}

/// A line for each part of what is said about several threads; the JSON has those that are left out.
void write_message(std::ostream& out, const engine::Message& message) {
  constexpr std::size_t kMaxLines = 12;
  const std::vector<std::string> lines = engine::lines_of(message);
  for (std::size_t i = 0; i < std::min(lines.size(), kMaxLines); ++i) write_wrapped(out, lines[i]);
  if (lines.size() > kMaxLines) out << "  ... and " << lines.size() - kMaxLines << " more\n";
}

/// What the program had written, line by line; of very much the end.
void write_output(std::ostream& out, const std::string& output, const Palette& palette) {
  constexpr std::size_t kMostShown = 4000;
  const bool is_long = output.size() > kMostShown;
  std::string shown = is_long ? output.substr(output.size() - kMostShown) : output;
  out << "output of the program" << (is_long ? " (its end)" : "") << ":\n";
  if (!shown.empty() && shown.back() == '\n') shown.pop_back();
  for (std::size_t begin = 0; begin <= shown.size();) {
    const std::size_t end = std::min(shown.find('\n', begin), shown.size());
    out << "  " << palette.faint << "| " << palette.plain << fitted(shown.substr(begin, end - begin), kReportWidth)
        << '\n';
    begin = end + 1;
  }
  out << '\n';
}

/// Who does what, and where; the stacks below.
void write_accesses(std::ostream& out, const std::vector<DefectAccess>& accesses, const Palette& palette) {
  for (const DefectAccess& access : accesses) {
    out << "  " << palette.bold << access.thread << palette.plain << ' ' << engine::text_of(access.text);
    if (access.location.line != 0) out << " at " << text_of(access.location);
    out << '\n';
    const std::size_t begin = access.source_line.find_first_not_of(" \t\r");
    if (begin != std::string::npos) {
      out << "    " << palette.faint << access.location.line << " | " << palette.plain
          << fitted(access.source_line.substr(begin), kReportWidth - 14) << '\n';
    }
    for (const engine::Location& caller : access.callers) out << "    called from " << text_of(caller) << '\n';
  }
}

void write_defect(std::ostream& out, const Defect& defect, bool shows_output, const Palette& palette) {
  out << palette.red << engine::text_of(defect.kind) << palette.plain;
  if (defect.location.line != 0) out << " at " << line_text(defect.location.file, defect.location.line);
  if (defect.location.line != 0 && defect.location.column != 0) out << ':' << defect.location.column;
  if (defect.waiting.empty()) {
    out << " in thread " << defect.thread;
  } else {
    out << ": " << counted(defect.waiting.size(), "thread") << (defect.waiting.size() == 1 ? " waits" : " wait")
        << " for ever";
  }
  if (defect.occurrences > 1) out << " (met " << defect.occurrences << " times)";
  out << '\n';
  if (defect.accesses.empty()) {
    write_source(out, defect, palette);
    write_message(out, defect.message);
  } else {
    write_accesses(out, defect.accesses, palette);
    out << "  nothing orders the two\n";
  }
  out << '\n';
  write_trace_table(out, defect, palette);
  out << '\n';
  if (shows_output && !defect.output.empty()) write_output(out, defect.output, palette);
}

/// "main: create, create; worker.0: start, lock"; of a long run the end.
void write_last_run(std::ostream& out, const RunUnderWay& run, const Palette& palette) {
  constexpr std::size_t kMostShown = 60;
  out << palette.bold << "the run under way" << palette.plain << ": "
      << (run.length == 0 ? "before the first operation" : counted(run.length, "operation"));
  if (run.steps.size() < run.length) out << ", of which the first " << run.steps.size() << " are known";
  out << '\n';
  const std::size_t first = run.steps.size() > kMostShown ? run.steps.size() - kMostShown : 0;
  std::string text = first > 0 ? "..." : "";
  for (std::size_t i = first; i < run.steps.size(); ++i) {
    const RunUnderWay::Step& step = run.steps[i];
    const bool goes_on = i > first && run.steps[i - 1].thread == step.thread;
    if (!goes_on) text += (text.empty() ? "" : i > first ? "; " : " ") + run.threads[step.thread] + ":";
    text += (goes_on ? ", " : " ") + std::string(engine::text_of(step.kind));
  }
  if (!text.empty()) write_wrapped(out, text);
  out << '\n';
}

/// A word that can be pasted into a shell.
std::string for_shell(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+,:@%=";
  if (word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

/// Where the program asks for more than was explored.
void write_weaker(std::ostream& out, const Result& result, const Palette& palette) {
  constexpr std::size_t kMostShown = 5;
  const std::size_t count = result.weaker_atomics.size();
  if (count == 0) return;
  out << palette.yellow << "warning" << palette.plain << ": " << text_of(weaker_reason(result))
      << "; their reorderings were not\n";
  std::string text;
  for (std::size_t i = 0; i < std::min(count, kMostShown); ++i) {
    const WeakerAtomic& each = result.weaker_atomics[i];
    const std::string place = each.line == 0 ? "unknown place" : line_text(each.file, each.line);
    text += (i == 0 ? "" : ", ") + place + " (" + each.order + " " + each.access + ")";
  }
  if (count > kMostShown) text += " and " + std::to_string(count - kMostShown) + " more";
  write_wrapped(out, text);
  out << '\n';
}

/// What `safe` would rest on, and how to get rid of it.
void write_assumptions(std::ostream& out, const Result& result, const Palette& palette) {
  if (result.verdict() == Verdict::Defect) return;  // a defect is one without them
  bool is_any = false;
  for (const Assumption each : result.assumptions.all()) {
    if (each == Assumption::WeakerAtomics) continue;  // the warning says it, with lines
    const std::string lifted = plain(text_of(each).lifted);
    out << palette.faint << "assumed" << palette.plain << ": " << text_of(each).phrase
        << (lifted.empty() ? "" : " (lifted by " + lifted + ")") << '\n';
    is_any = true;
  }
  if (is_any) out << '\n';
}

void write_summary(std::ostream& out, const Result& result, engine::Algorithm algorithm) {
  const engine::Statistics& figures = result.statistics;
  const auto row = [&](const char* name, const std::string& value, const std::string& remark = "") {
    out << name << std::string(12 - std::string(name).size(), ' ') << value << (remark.empty() ? "" : "  " + remark)
        << '\n';
  };
  row("traces", std::to_string(figures.traces), figures.deadlocks > 0 ? counted(figures.deadlocks, "deadlock") : "");
  const std::uint64_t cut = figures.cut + figures.truncated + figures.cut_at_switches;
  row("executions", std::to_string(figures.executions),
      std::to_string(figures.blocked) + " blocked" + (cut > 0 ? ", " + std::to_string(cut) + " cut" : ""));
  if (algorithm == engine::Algorithm::Qpor) row("events", std::to_string(figures.events));
  row("time", duration(figures.seconds));
  row("memory", megabytes(result.peak_memory_bytes));
  out << '\n';
}

void write_statistics(std::ostream& out, const Result& result, engine::Algorithm algorithm) {
  const auto row = [&](std::string_view name, const std::string& value, std::string_view text) {
    char line[256];
    std::snprintf(line, sizeof line, "%-22.*s %14s  %.*s\n", static_cast<int>(name.size()), name.data(), value.c_str(),
                  static_cast<int>(text.size()), text.data());
    out << line;
  };
  result.statistics.for_each([&](std::string_view name, std::string_view text,
                                 std::uint64_t value) { row(name, std::to_string(value), text); },
                             algorithm);
  char number[64];
  const auto seconds = [&](double value) {
    std::snprintf(number, sizeof number, "%.6f", value);
    return std::string(number);
  };
  row("seconds", seconds(result.statistics.seconds), "of exploration");
  row("processor_seconds", seconds(result.processor_seconds), "of the same, without what others took");
  for (const auto& [name, value] : result.startup) row(name, seconds(value), "before the exploration");
  for (std::size_t i = 0; i < engine::kPhases; ++i) {
    row("  " + std::string(engine::kPhaseNames[i]), seconds(result.statistics.phase_seconds[i]), "of them");
  }
  row("peak_memory_bytes", std::to_string(result.peak_memory_bytes), "of the whole process");
  std::snprintf(number, sizeof number, "%016llx", static_cast<unsigned long long>(result.trace_set_hash));
  out << "trace_set_hash       " << number << "  the same for every exploration of the same traces\n\n";
}

/// A line per tree, and one for all of them.
void write_trees(std::ostream& out, const engine::TreeShapes& shapes) {
  const auto row = [&](const std::string& name, const engine::TreeShape& tree) {
    char figures[96];
    std::snprintf(figures, sizeof figures, "%12llu nodes, average depth %8.1f, maximal %8u",
                  static_cast<unsigned long long>(tree.nodes), tree.average_depth(), tree.maximal_depth);
    out << name << std::string(name.size() < 28 ? 28 - name.size() : 1, ' ') << figures << '\n';
  };
  const auto part = [&](const char* kind, const std::vector<engine::TreeShape>& trees) {
    engine::TreeShape all;
    for (const engine::TreeShape& tree : trees) {
      row(std::string(kind) + " " + tree.name, tree);
      all.nodes += tree.nodes;
      all.depths += tree.depths;
      all.maximal_depth = std::max(all.maximal_depth, tree.maximal_depth);
    }
    row(counted(trees.size(), kind) + " in all", all);
  };
  part("thread", shapes.threads);
  part("object", shapes.objects);
  out << '\n';
}

/// "deadlock", "2 deadlocks, 1 assertion"
std::string kinds_of(const std::vector<Defect>& defects, std::uint64_t lost) {
  if (lost > 0) return counted(lost, "defect") + ", whose description is lost,";
  if (defects.size() == 1) return std::string(engine::text_of(defects.front().kind));
  std::map<std::string_view, std::uint64_t> kinds;  // sorted by their texts
  for (const Defect& defect : defects) ++kinds[engine::text_of(defect.kind)];
  std::vector<std::string> parts;
  for (const auto& [kind, count] : kinds) parts.push_back(std::to_string(count) + " of kind " + std::string(kind));
  return counted(defects.size(), "defect") + " (" + joined(parts, ", ") + ")";
}

/// "; data races and memory errors were not looked for": what a result without a defect does not speak of.
std::string not_looked_for(const Result& result) {
  if (!result.looked_for) return "";
  const LookedFor& what = *result.looked_for;
  std::vector<std::string> left_out;
  if (what.races == 0 && !what.interleaves) left_out.push_back("data races");
  if (!what.memory_errors) left_out.push_back("memory errors");
  if (!what.divergences) left_out.push_back("unseen dependences");
  if (!left_out.empty()) return "; " + joined(left_out, " and ") + " were not looked for";
  if (what.interleaves) {
    return result.interleaved_variables.empty() ? "" : "; data races were explored, not reported";
  }
  if (what.races == 100) return "";
  return "; data races were looked for in only " + std::to_string(what.races) + " % of the executions";
}

/// "; exit status 3 in 2 of 6 traces"
std::string exit_statuses(const Result& result) {
  const std::uint64_t all = result.statistics.traces;
  std::string text;
  for (const auto& [status, traces] : result.exit_statuses) {
    text += "; exit status " + std::to_string(status) + " in " +
            (all == 1 ? "the only trace" : std::to_string(traces) + " of " + std::to_string(all) + " traces");
  }
  return text;
}

/// "; only one thread ran; assuming malloc succeeds": what `safe` rests on.
std::string reservations(const Result& result) {
  std::string text;
  if (result.looked_for && result.statistics.threads <= 1) text += "; only one thread ran";
  text += exit_statuses(result);
  if (!result.assumptions.empty()) text += "; assuming " + phrases_of(result.assumptions);
  return text;
}

/// Was one trace of each class of traces explored that no read tells apart?
bool is_of_classes(const Result& result) { return result.assumptions.contains(Assumption::UnreadStores); }

/// "6 traces", "5 classes of traces"
std::string counted_traces(const Result& result) {
  const std::uint64_t traces = result.statistics.traces;
  if (!is_of_classes(result)) return counted(traces, "trace");
  return std::to_string(traces) + (traces == 1 ? " class of traces" : " classes of traces");
}

std::string defect_sentence(const Result& result) {
  const engine::Statistics& figures = result.statistics;
  std::string text = kinds_of(result.defects, result.lost_defects);
  if (result.is_complete()) {
    return text + ", all " + counted_traces(result) + " explored" + not_looked_for(result);
  }
  text +=
      figures.executions == 0 ? " before the first operation" : " after " + counted(figures.executions, "execution");
  return text + " (" + joined(texts_of(result.incomplete_reasons), "; ") + ")";
}

}  // namespace

Reason weaker_reason(const Result& result) {
  return {reason_of(Assumption::WeakerAtomics), {engine::CountOf{result.weaker_atomics.size(), "place"}}};
}

Reason reason_of(const FoundDivergence& divergence) {
  engine::Message text;
  if (!divergence.thread.empty()) text << engine::ThreadName{divergence.thread} << " ";
  text << divergence.text;
  const bool is_known = divergence.location.line != 0;
  if (is_known) text << " (" << engine::Place{divergence.location, engine::Place::Style::Path} << ")";
  const bool is_twin = divergence.by == FoundDivergence::By::TwinRun;
  return {is_twin ? ReasonKind::UnseenOrder : ReasonKind::ChangesFromRunToRun, {std::move(text)}};
}

std::string result_sentence(const Result& result) {
  const std::uint64_t traces = result.statistics.traces;
  const std::string kind = is_of_classes(result) ? "class of traces" : "trace";
  const std::string model = std::string(" under ") + kMemoryModel;
  const std::string text = word_of(result.verdict());
  switch (result.verdict()) {
    case Verdict::Safe:
      return text + model + " - " + (traces == 1 ? "the only " + kind : "all " + counted_traces(result)) +
             " explored, no defect" + not_looked_for(result) + reservations(result);
    case Verdict::Defect: return text + model + " - " + defect_sentence(result);
    case Verdict::Incomplete:
      return text + " - " + counted_traces(result) + " explored without a defect" + model + "; " +
             joined(texts_of(result.incomplete_reasons), "; ") + not_looked_for(result) + exit_statuses(result);
  }
  return text;
}

std::string result_line(const Result& result) { return "RESULT: " + result_sentence(result); }

void write_report(std::ostream& out, const Result& result, const Options& options, bool with_color) {
  const Palette palette(with_color);
  if (!options.quiet) {
    write_head(out, result, options, palette);
    for (const Defect& defect : result.defects) {
      write_defect(out, defect, options.guest_output != GuestOutput::None, palette);
      if (&defect == &result.defects.front() && !result.schedule_file.empty()) {
        out << "replay with: qpor --replay=" << for_shell(result.schedule_file) << "\n\n";
      }
    }
    for (const std::string& thread : result.unjoined) out << "never joined: " << thread << '\n';
    if (!result.unjoined.empty()) out << '\n';
    write_weaker(out, result, palette);
    write_assumptions(out, result, palette);
    for (const std::string& variable : result.interleaved_variables) out << "interleaved: " << variable << '\n';
    if (!result.interleaved_variables.empty()) out << '\n';
    if (result.last_run) write_last_run(out, *result.last_run, palette);
    if (options.stats) {
      write_statistics(out, result, options.algorithm);
    } else {
      write_summary(out, result, options.algorithm);
    }
    if (result.trees) write_trees(out, *result.trees);
  }
  const Verdict verdict = result.verdict();
  const char* const color = verdict == Verdict::Safe     ? palette.green
                            : verdict == Verdict::Defect ? palette.red
                                                         : palette.yellow;
  out << color << result_line(result) << palette.plain << '\n';
}

}  // namespace qpor::frontend
