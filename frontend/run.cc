#include "frontend/run.h"

#include <sys/resource.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>
#include <ostream>
#include <utility>

#include "engine/dot.h"
#include "engine/explore.h"
#include "frontend/model/model.h"
#include "frontend/native/executor.h"

namespace qpor::frontend {
namespace {

using engine::Ending;
using engine::Explorer;
using engine::ThreadId;

constexpr std::string_view kModelEnding = ".model";

std::string read_file(const std::string& path) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"), &std::fclose);
  std::string text;
  char buffer[1 << 16];
  std::size_t count = 0;
  if (file != nullptr) {
    while ((count = std::fread(buffer, 1, sizeof buffer, file.get())) > 0) text.append(buffer, count);
  }
  if (file == nullptr || std::ferror(file.get()) != 0) {
    throw UsageError("cannot read " + in_quotes(path) + ": " + std::strerror(errno));
  }
  return text;
}

std::string line_of(const std::string& text, unsigned line) {
  std::size_t begin = 0;
  for (unsigned i = 1; i < line && begin != std::string::npos; ++i) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (line == 0 || begin == std::string::npos) return {};
  return text.substr(begin, text.find('\n', begin) - begin);
}

std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;  // Linux counts in KiB
}

/// Threads that fail before their first operation: the engine meets no event of theirs. False: stop here.
bool look_at_beginning(engine::Executor& executor, Collector& collector, engine::Statistics& statistics) {
  engine::Vocabulary vocabulary;
  executor.start(vocabulary);
  statistics.threads = vocabulary.threads.size();
  statistics.objects = vocabulary.objects.size();
  for (std::size_t i = 0; i < executor.thread_bound(); ++i) {
    const auto thread = static_cast<ThreadId>(i);
    const engine::Failure* const failure = executor.failure(thread);
    if (failure != nullptr && !collector.on_initial_failure(vocabulary.threads[thread].name, *failure)) return false;
  }
  return true;
}

void note_ending(Ending ending, const Options& options, const Collector& collector, Result& result) {
  std::vector<std::string>& reasons = result.incomplete_reasons;
  switch (ending) {
    case Ending::Complete: break;
    case Ending::TraceLimit:
      reasons.push_back("stopped by --max-traces=" + std::to_string(options.max_traces.value));
      break;
    case Ending::TimeLimit: reasons.push_back(timeout_reason(options)); break;
    case Ending::Stopped: reasons.push_back(collector.stop_reason()); break;
  }
}

std::string counted(std::uint64_t count, const std::string& what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

void note_unexplored(const Options& options, const Collector& collector, Result& result) {
  if (const std::uint64_t truncated = result.statistics.truncated; truncated > 0) {
    result.incomplete_reasons.push_back(counted(truncated, "execution") +
                                        " cut at --max-steps=" + std::to_string(options.max_steps.value));
  }
  if (options.keep_going && collector.failures() > 0) {
    result.incomplete_reasons.push_back("what lay behind " + counted(collector.failures(), "failure") +
                                        " was not explored");
  }
  for (const std::string& reason : collector.parked_reasons()) result.incomplete_reasons.push_back(reason);
}

void draw_unfolding(const Explorer& explorer, const Options& options, const std::string& program, Drawing& drawing) {
  if (drawing.out == nullptr || options.dot_trace.kind != DotTrace::Kind::All) return;
  engine::DotOptions how;
  how.max_events = options.dot_events.value;
  how.title = program;
  engine::write_dot(*drawing.out, explorer, how);
  drawing.is_done = true;
}

void explore(engine::Executor& executor, const Options& options, Collector& collector, Drawing& drawing,
             Result& result) {
  Explorer explorer(executor, engine_options(options), &collector);
  const auto note_statistics = [&] {
    result.statistics = explorer.statistics();
    result.trace_set_hash = explorer.trace_set_hash();
  };
  try {
    const Ending ending = explorer.explore();
    note_statistics();
    note_ending(ending, options, collector, result);
    draw_unfolding(explorer, options, result.program, drawing);
    return;
  } catch (const engine::NondeterministicProgram& error) {
    collector.on_nondeterminism(explorer, error);
    result.incomplete_reasons.push_back(collector.stop_reason());
  } catch (const engine::InternalError& error) {
    result.has_internal_error = true;
    result.incomplete_reasons.push_back("internal error: " + std::string(error.what()));
  } catch (const native::Interrupted&) {
    result.incomplete_reasons.push_back(collector.stop_reason());
  } catch (const native::ProgramError& error) {
    result.incomplete_reasons.push_back(error.what());
  } catch (const std::bad_alloc&) {
    result.incomplete_reasons.push_back("out of memory");
  }
  note_statistics();
  // The engine sets these at the end only.
  result.statistics.seconds = collector.seconds();
  result.statistics.threads = explorer.vocabulary().threads.size();
  result.statistics.objects = explorer.vocabulary().objects.size();
  result.statistics.events = explorer.structure().discovered();
}

void note_uncontrolled(const native::NativeExecutor& executor, Result& result) {
  for (const std::string& name : executor.uncontrolled_calls()) {
    result.incomplete_reasons.push_back("calls " + name + ", which qpor does not control");
  }
}

Input open_model(const std::string& path, const Options& options) {
  Input input;
  input.path = path;
  const auto text = std::make_shared<const std::string>(read_file(path));
  try {
    input.executor = model::make_executor(model::compile(*text, path, options.define));
  } catch (const model::ModelError& error) {
    throw UsageError(error.what());
  }
  input.source_line = [text](const engine::Location& location) { return line_of(*text, location.line); };
  return input;
}

Input open_native(const CommandLine& line) {
  const Options& options = line.options;
  native::ProgramOptions program;
  program.sources.paths = line.programs;
  program.sources.compiler_flags = options.cflags.value;
  program.sources.entry = options.entry.value;
  for (const auto& [name, value] : options.define) {
    program.sources.definitions.push_back(name + "=" + std::to_string(value));
  }
  program.machine.stack_size = options.stack_size.value;
  program.machine.heap_size = options.heap_size.value;
  program.machine.step_timeout = options.step_timeout.value;
  program.machine.check_exit = options.check_exit;
  program.machine.allow_writes = options.allow_writes;
  program.machine.environment = options.env;
  if (options.stdin_file.is_given()) program.machine.input = read_file(options.stdin_file.value);
  program.link.optimisation = options.optimise.value;
  program.checkpoints = options.checkpoints;
  program.arguments = line.arguments;
  program.arguments.insert(program.arguments.begin(), line.program);
  Input input;
  input.path = line.program;
  try {
    auto executor = std::make_unique<native::NativeExecutor>(program);
    input.native = executor.get();
    input.executor = std::move(executor);
  } catch (const native::ProgramError& error) {
    throw UsageError(error.what());
  }
  input.fingerprint = input.native->fingerprint();
  input.source_line = [executor = input.native](const engine::Location& location) {
    return executor->source_line(location);
  };
  return input;
}

}  // namespace

bool is_native(const CommandLine& line) {
  return !line.programs.empty() && std::all_of(line.programs.begin(), line.programs.end(), &native::is_native_source);
}

Input open_input(const CommandLine& line) {
  for (const std::string& path : line.programs) {
    if (path.ends_with(kModelEnding)) {
      if (line.programs.size() > 1) throw UsageError("a model is explored alone, but two files are given");
      if (!line.arguments.empty()) throw UsageError("a model has no arguments");
      return open_model(path, line.options);
    }
    if (!native::is_native_source(path)) {
      throw UsageError("cannot tell what " + in_quotes(path) +
                       " is: supported are C and C++ (*.c, *.cc, *.cpp), LLVM (*.bc, *.ll, *.o) and models (*.model)");
    }
  }
  return open_native(line);
}

Result run(Input& input, const Options& options, Drawing& drawing, const InterruptFlag* interrupt,
           FlightRecorder* recorder) {
  Result result;
  result.program = input.path;
  Collector collector(options, input.path, drawing, interrupt);
  if (input.native != nullptr) {
    collector.set_guest(input.native);
    collector.set_recorder(recorder);
    input.native->set_recorder(recorder);
    input.native->machine().set_interrupt_check(
        [](void* argument) { return !static_cast<Collector*>(argument)->may_go_on(); }, &collector);
  }
  if (look_at_beginning(*input.executor, collector, result.statistics)) {
    explore(*input.executor, options, collector, drawing, result);
  } else {
    result.incomplete_reasons.push_back(collector.stop_reason());
  }
  note_unexplored(options, collector, result);
  if (input.native != nullptr) note_uncontrolled(*input.native, result);
  result.defects = std::move(collector.defects());
  for (Defect& defect : result.defects) {
    defect.source_line = input.source_line(defect.location);
    for (TraceStep& step : defect.trace) step.source_line = input.source_line(step.location);
    for (TraceStep& step : defect.waiting) step.source_line = input.source_line(step.location);
  }
  result.peak_memory_bytes = peak_memory();
  return result;
}

}  // namespace qpor::frontend
