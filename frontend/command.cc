#include "frontend/command.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <filesystem>
#include <fstream>
#include <new>
#include <optional>
#include <ostream>
#include <stdexcept>

#include "frontend/json.h"
#include "frontend/options.h"
#include "frontend/report.h"
#include "frontend/run.h"
#include "frontend/supervisor.h"

namespace qpor::frontend {
namespace {

/// A file that is opened before the exploration, so that hours of it are not lost to a mistyped name.
class Output {
 public:
  Output(const Path& path, const std::string& program, std::ostream& standard_output) : path_(path) {
    if (!path.is_given()) return;
    out_ = &standard_output;
    if (path.is_standard_output()) return;
    std::error_code ignored;
    if (std::filesystem::equivalent(path.value, program, ignored)) {
      throw UsageError("cannot write " + in_quotes(path.value) + ": it is the program itself");
    }
    errno = 0;
    file_.open(path.value, std::ios::binary | std::ios::trunc);
    if (!file_) fail();
    out_ = &file_;
  }

  std::ostream* stream() const { return out_; }

  void finish() {
    if (out_ == nullptr) return;
    errno = 0;
    out_->flush();
    if (!*out_) fail();
  }

 private:
  [[noreturn]] void fail() const {
    const std::string name = path_.is_standard_output() ? "the standard output" : in_quotes(path_.value);
    throw UsageError("cannot write " + name + (errno != 0 ? std::string(": ") + std::strerror(errno) : ""));
  }

  const Path& path_;
  std::ofstream file_;
  std::ostream* out_ = nullptr;
};

/// The trace that was to be drawn has not come: a picture that says so is better than an empty file.
void draw_nothing(const Options& options, const Result& result, Drawing& drawing, std::ostream& err) {
  if (drawing.out == nullptr || drawing.is_done) return;
  std::string why = "nothing is drawn: the exploration ended early";
  if (options.dot_trace.kind == DotTrace::Kind::Defect) why = "nothing is drawn: there is no defect with operations";
  if (options.dot_trace.kind == DotTrace::Kind::Number) {
    why = "nothing is drawn: there is no trace " + std::to_string(options.dot_trace.number) + ", only " +
          std::to_string(result.statistics.traces) + " were explored";
  }
  *drawing.out << "digraph qpor {\n  label=\"" << why << "\"\n}\n";
  err << "qpor: " << why << '\n';
}

bool wants_color(const Options& options, bool is_terminal) {
  if (options.color != ColorMode::Auto) return options.color == ColorMode::Always;
  return is_terminal && std::getenv("NO_COLOR") == nullptr;
}

ExitCode write_results(const Result& result, const Options& options, const Surroundings& around, Output& json,
                       Output& dot, Drawing& drawing) {
  draw_nothing(options, result, drawing, around.err);
  dot.finish();
  if (json.stream() != nullptr) write_json(*json.stream(), result, options);
  json.finish();
  const bool out_is_taken = options.json.is_standard_output() || options.dot.is_standard_output();
  std::ostream& report = out_is_taken ? around.err : around.out;
  write_report(report, result, options,
               wants_color(options, out_is_taken ? around.err_is_terminal : around.out_is_terminal));
  report.flush();
  if (!report) throw UsageError("cannot write the report");
  return result.exit_code();
}

ExitCode explore(const CommandLine& line, const Surroundings& around) {
  const Options& options = line.options;
  Input input = open_input(line);
  Output json(options.json, line.program, around.out);
  Output dot(options.dot, line.program, around.out);
  Drawing drawing{dot.stream()};
  const auto enter = [&](FlightRecorder::Stage stage) {
    if (around.recorder != nullptr) around.recorder->set_stage(stage);
  };
  enter(FlightRecorder::Stage::Exploring);
  const Result result = run(input, options, drawing, around.interrupt, around.recorder);
  enter(FlightRecorder::Stage::Reporting);
  return write_results(result, options, around, json, dot, drawing);
}

/// The same in a child process, whose results are its own business unless it dies: then the files are written anew.
ExitCode explore_in_child(const CommandLine& line, int argc, const char* const* argv, const Surroundings& around) {
  const Options& options = line.options;
  std::optional<FlightRecorder> recorder;
  ChildEnd end;
  try {
    recorder.emplace();
    end = run_in_child(*recorder, options.timeout.value, [&] {
      Surroundings inside = around;
      inside.may_fork = false;
      inside.recorder = &*recorder;
      const int code = run_command(argc, argv, inside);
      around.out.flush();
      around.err.flush();
      return code;
    });
  } catch (const std::runtime_error& error) {
    throw UsageError(std::string("no process for the program (--no-supervise does without): ") + error.what());
  }
  if (end.kind == ChildEnd::Kind::Orderly) return static_cast<ExitCode>(end.exit_code);
  Output json(options.json, line.program, around.out);
  Output dot(options.dot, line.program, around.out);
  Drawing drawing{dot.stream()};
  return write_results(result_of(end, *recorder, line.program, options), options, around, json, dot, drawing);
}

ExitCode perform(int argc, const char* const* argv, const Surroundings& around) {
  const CommandLine line = parse(argc, argv);
  switch (line.action) {
    case CommandLine::Action::Explore:
      if (around.may_fork && line.options.supervise && is_native(line)) {
        return explore_in_child(line, argc, argv, around);
      }
      return explore(line, around);
    case CommandLine::Action::Help: write_help(around.out); break;
    case CommandLine::Action::HelpMarkdown: write_help_markdown(around.out); break;
    case CommandLine::Action::Version: around.out << "qpor " << version() << '\n'; break;
  }
  around.out.flush();
  if (!around.out) throw UsageError("cannot write the standard output");
  return ExitCode::Safe;
}

}  // namespace

int run_command(int argc, const char* const* argv, const Surroundings& around) {
  ExitCode code = ExitCode::Internal;
  try {
    code = perform(argc, argv, around);
  } catch (const UsageError& error) {
    around.err << "qpor: " << error.what() << '\n';
    code = ExitCode::Usage;
  } catch (const std::bad_alloc&) {
    around.err << "qpor: out of memory\n";
  } catch (const std::exception& error) {
    around.err << "qpor: internal error: " << error.what() << '\n';
  }
  return static_cast<int>(code);
}

}  // namespace qpor::frontend
