#include "frontend/cli/explore_command.h"

#include <algorithm>
#include <optional>
#include <ostream>
#include <span>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

#include "frontend/cli/debugger.h"
#include "frontend/cli/open_input.h"
#include "frontend/cli/output.h"
#include "frontend/explore/apart.h"
#include "frontend/explore/run.h"
#include "frontend/native/machine/knowledge_text.h"
#include "frontend/report/json.h"
#include "frontend/report/report.h"
#include "frontend/report/schedule_file.h"

namespace qpor::frontend {
namespace {

/// Where the schedule of a defect goes. A name that the user has given is tried before the exploration, but without a
/// defect the file stays as it was; nobody has asked for the default one, so that it fails with a warning only.
class ScheduleOutput {
 public:
  ScheduleOutput(const CommandLine& line, std::span<const InputFile> inputs, std::ostream& standard_output)
      : options_(line.options),
        inputs_(inputs),
        standard_output_(standard_output),
        default_path_(default_schedule_file(line.program)),
        given_("--save-schedule", OutputKind::Schedule, options_.save_schedule, inputs, standard_output) {}

  /// The file, or "" when there is none.
  std::string save(const SavedSchedule& saved, std::ostream& err) {
    if (options_.no_save_schedule || options_.replay.is_given()) return "";
    if (given_.stream() != nullptr) return save(saved, given_);
    try {
      for (const Path& other : {options_.json, options_.dot}) {
        if (other.is_given() && is_same_target(other.value, default_path_.value)) {
          throw UsageError(in_quotes(default_path_.value) + " is taken");
        }
      }
      const std::string why = objection_to(OutputKind::Schedule, default_path_.value, inputs_);
      if (!why.empty()) throw UsageError(in_quotes(default_path_.value) + " " + why);
      Output output("--save-schedule", OutputKind::Schedule, default_path_, inputs_, standard_output_);
      return save(saved, output);
    } catch (const UsageError& error) {
      err << "qpor: warning: the schedule is not saved: " << error.what()
          << " (--save-schedule=FILE names another file)\n";
      return "";
    }
  }

 private:
  static std::string save(const SavedSchedule& saved, Output& output) {
    write_schedule(*output.stream(), saved);
    output.finish();
    return output.path();
  }

  const Options& options_;
  std::span<const InputFile> inputs_;
  std::ostream& standard_output_;
  const Path default_path_;
  Output given_;
};

/// All that an exploration writes to files.
struct Outputs {
  Outputs(const CommandLine& line, std::ostream& standard_output)
      : inputs(input_files(line)),
        json("--json", OutputKind::Json, line.options.json, inputs, standard_output),
        dot("--dot", OutputKind::Dot, line.options.dot, inputs, standard_output),
        schedule(line, inputs, standard_output) {
    const std::pair<const char*, std::string> all[] = {{"--json", line.options.json.value},
                                                       {"--dot", line.options.dot.value},
                                                       {"--save-schedule", line.options.save_schedule.value}};
    refuse_common_target(all);
  }

  const std::vector<InputFile> inputs;
  Output json;
  Output dot;
  ScheduleOutput schedule;
};

/// A picture that says why there is none is better than an empty file.
std::string empty_picture(const Options& options, const Result& result, std::ostream& err) {
  std::string why = "nothing is drawn: the exploration ended early";
  if (options.dot_trace.kind == DotTrace::Kind::Defect) why = "nothing is drawn: there is no defect with operations";
  if (options.dot_trace.kind == DotTrace::Kind::Number) {
    why = "nothing is drawn: there is no trace " + std::to_string(options.dot_trace.number) + ", only " +
          std::to_string(result.statistics.traces) + " were explored";
  }
  err << "qpor: " << why << '\n';
  return "digraph qpor {\n  label=\"" + why + "\"\n}\n";
}

void check_fingerprint(const Input& input, const SavedSchedule& saved, const std::string& file) {
  if (input.fingerprint == saved.fingerprint) return;
  throw UsageError("the program " + in_quotes(input.path) + " has changed since the schedule " + in_quotes(file) +
                   " was saved");
}

Result run_or_replay(Input& input, const Options& options, const SavedSchedule* saved, Drawing& drawing,
                     const InterruptFlag* interrupt, Reporter* reporter) {
  if (saved == nullptr) return run(input, options, drawing, interrupt, reporter);
  try {
    return run(input, options, drawing, interrupt, reporter, &saved->schedule);
  } catch (const engine::ImpossibleStep& error) {
    throw UsageError("the schedule " + in_quotes(options.replay.value) + " does not fit the program: " + error.what());
  }
}

SavedSchedule schedule_of(const CommandLine& line, const engine::Fingerprint& program, const Result& result) {
  const Defect& defect = result.defects.front();
  std::vector<std::string> words = line.program_words;
  const engine::Knowledge& known = result.knowledge;
  const auto set = [&words](const std::string& option, const std::string& value) {
    std::erase_if(words, [&](const std::string& word) { return word.starts_with(option + "="); });
    if (!value.empty()) words.push_back(option + "=" + value);
  };
  if (known.orders_barriers) set("--barriers", "ordered");
  set("--interleaved", native::text_of(known.ranges));
  set("--shared-state", native::text_of(native::OrderedStates(known.library_states)));
  set("--observed-counts", native::text_of(known.counts));
  return {line.programs, line.arguments, program, std::move(words), {defect.kind, defect.message, defect.location},
          known.slots,   result.schedule};
}

bool is_out_taken(const Options& options) {
  return options.json.is_standard_output() || options.dot.is_standard_output();
}

/// Where people read.
std::ostream& report_stream(const Options& options, const CommandContext& around) {
  return is_out_taken(options) ? around.err : around.out;
}

/// The report comes even if a file does not: whatever was found is not lost.
ExitCode write_results(Outcome& outcome, const CommandLine& line, const CommandContext& around, Outputs& outputs) {
  const Options& options = line.options;
  Result& result = outcome.result;
  std::optional<UsageError> problem;  // the first that there was with a file; told after the report
  const auto try_to = [&](const auto& write) {
    try {
      write();
    } catch (const UsageError& error) {
      if (!problem) problem = error;
    }
  };
  if (!result.defects.empty()) {
    try_to(
        [&] { result.schedule_file = outputs.schedule.save(schedule_of(line, outcome.program, result), around.err); });
  }
  if (outputs.dot.stream() != nullptr) {
    *outputs.dot.stream() << (outcome.picture.empty() ? empty_picture(options, result, around.err) : outcome.picture);
  }
  if (outputs.json.stream() != nullptr) write_json(*outputs.json.stream(), result, options);
  try_to([&] { outputs.dot.finish(); });
  try_to([&] { outputs.json.finish(); });
  const bool out_is_taken = is_out_taken(options);
  std::ostream& report = report_stream(options, around);
  write_report(report, result, options,
               wants_color(options, out_is_taken ? around.err_is_terminal : around.out_is_terminal));
  report.flush();
  if (problem) throw *problem;
  if (!report) throw UsageError("cannot write the report");
  return result.exit_code();
}

/// `saved`: what is to be replayed, or null. `reporter`: of the process that this is a child of, or null.
Outcome explore_here(const CommandLine& line, const SavedSchedule* saved, const CommandContext& around,
                     Reporter* reporter) {
  const Options& options = line.options;
  const auto enter = [&](FlightRecorder::Stage stage) {
    if (reporter != nullptr) reporter->recorder().set_stage(stage);
  };
  Input input = open_input(line);
  if (saved != nullptr) {
    check_fingerprint(input, *saved, options.replay.value);
    for (const engine::ClaimedSlot& each : saved->slots) input.knowledge.learn(each);
  }
  std::ostringstream picture;
  Drawing drawing{options.dot.is_given() ? &picture : nullptr};
  if (options.guest_output == GuestOutput::All && !options.quiet) input.guest_output = &report_stream(options, around);

  enter(FlightRecorder::Stage::Exploring);
  Outcome outcome;
  outcome.result = run_or_replay(input, options, saved, drawing, around.interrupt, reporter);
  enter(FlightRecorder::Stage::Reporting);
  outcome.program = input.fingerprint;
  outcome.picture = picture.str();
  return outcome;
}

/// The same in a child process, which may leave output of the program in its buffers.
Outcome explore_in_child(const CommandLine& line, const SavedSchedule* saved, const CommandContext& around) {
  try {
    return explore_apart({line.programs, line.options, line.options.timeout.value}, [&](Reporter& reporter) {
      Outcome outcome = explore_here(line, saved, around, &reporter);
      around.out.flush();
      around.err.flush();
      return outcome;
    });
  } catch (const NoProcess& error) {
    throw UsageError(std::string("there is no process for the program (--no-supervise does without): ") + error.what());
  }
}

ExitCode explore(const CommandLine& line, const SavedSchedule* saved, const CommandContext& around) {
  const bool is_supervised = around.may_fork && line.options.supervise && is_native(line);
  Outputs outputs(line, around.out);
  Outcome outcome = is_supervised ? explore_in_child(line, saved, around) : explore_here(line, saved, around, nullptr);
  return write_results(outcome, line, around, outputs);
}

}  // namespace

ExitCode explore_program(const CommandLine& line, const CommandContext& around) {
  return explore(line, nullptr, around);
}

ExitCode replay_program(int argc, const char* const* argv, const CommandContext& around) {
  const std::string file = parse(argc, argv).options.replay.value;
  const SavedSchedule saved = read_schedule(file);
  CommandLine line = parse(argc, argv, saved.words);
  if (line.options.gdb) debug(saved, file);
  if (line.action != CommandLine::Action::Explore) {
    throw UsageError("the schedule " + in_quotes(file) + " is corrupt: its options are not those of a program");
  }
  if (line.programs.empty()) line.programs = saved.programs;
  line.program = line.programs.front();
  if (!line.arguments.empty()) {
    throw UsageError("arguments contradict --replay: " + in_quotes(file) + " says what they are");
  }
  line.arguments = saved.arguments;
  return explore(line, &saved, around);
}

}  // namespace qpor::frontend
