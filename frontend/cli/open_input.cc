#include "frontend/cli/open_input.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "frontend/base/read_file.h"
#include "frontend/model/model.h"
#include "frontend/native/machine/executor.h"
#include "frontend/native/machine/knowledge_text.h"
#include "frontend/program/fingerprint.h"

namespace qpor::frontend {
namespace {

constexpr std::string_view kModelEnding = ".model";

std::string line_of(const std::string& text, unsigned line) {
  std::size_t begin = 0;
  for (unsigned i = 1; i < line && begin != std::string::npos; ++i) {
    begin = text.find('\n', begin);
    if (begin != std::string::npos) ++begin;
  }
  if (line == 0 || begin == std::string::npos) return {};
  return text.substr(begin, text.find('\n', begin) - begin);
}

/// Of a model: what it says and the values that replace some of it.
engine::Fingerprint fingerprint_of(const std::string& text, const Definitions& definitions) {
  Fingerprinter hash;
  hash.add("model");
  hash.add(text);
  for (const auto& [name, value] : definitions) {
    hash.add(name);
    hash.add(static_cast<std::uint64_t>(value));
  }
  return hash.fingerprint();
}

/// Of a C program: its code, and all that it can see of its surroundings.
engine::Fingerprint fingerprint_of(const native::NativeExecutor& executor, const native::ProgramOptions& program) {
  Fingerprinter hash;
  hash.add("program");
  executor.add_to(hash);
  hash.add(program.machine.stack_size);
  hash.add(program.machine.heap_size);
  hash.add(program.machine.reuses_heap ? 1 : 0);
  hash.add(program.machine.is_fifo ? 1 : 0);
  hash.add(program.machine.spurious_wakeups);
  hash.add(program.machine.input);
  hash.add(program.sources.entry);
  hash.add(program.instrument.unroll);
  hash.add(program.instrument.nondet.size());
  for (const std::int64_t value : program.instrument.nondet) hash.add(static_cast<std::uint64_t>(value));
  for (const bool flag : {program.machine.interleaves, program.machine.check_exit, program.machine.allow_writes,
                          program.machine.finds_uninitialised, program.instrument.allows_assembly}) {
    hash.add(flag ? 1 : 0);
  }
  for (const auto* words : {&program.machine.environment, &program.arguments}) {
    hash.add(words->size());
    // argv[0] is the path of the program, which does not count.
    for (std::size_t i = words == &program.arguments ? 1 : 0; i < words->size(); ++i) hash.add((*words)[i]);
  }
  return hash.fingerprint();
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
  input.fingerprint = fingerprint_of(*text, options.define);
  input.source_line = [text](const engine::Location& location) { return line_of(*text, location.line); };
  return input;
}

native::ProgramOptions program_options(const CommandLine& line) {
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
  program.machine.reuses_heap = options.heap == HeapMode::Reuse;
  program.machine.is_fifo = options.condvar == WakeOrder::Fifo;
  program.machine.spurious_wakeups = options.spurious_wakeups.value;
  program.machine.interleaves = options.memory == MemoryMode::Interleave;
  program.machine.races = options.races.value;
  program.machine.races_by_causality = options.races.by_causality;
  program.machine.leaves_stores_unordered = options.algorithm == engine::Algorithm::Observers;
  program.machine.checks_memory = looked_for(options).memory_errors;
  program.instrument.checks_memory = program.machine.checks_memory;
  program.instrument.allows_assembly = options.allow_asm;
  program.instrument.interleaves = program.machine.interleaves;
  program.machine.finds_uninitialised = options.uninitialised;
  program.machine.environment = options.env;
  if (options.stdin_file.is_given()) program.machine.input = read_file(options.stdin_file.value);
  program.instrument.unroll = options.unroll.value;
  program.instrument.nondet = options.nondet.values;
  program.link.optimisation = options.optimise.value;
  program.link.has_debugger = options.debugger;
  program.checkpoints = options.checkpoints;
  program.arguments = line.arguments;
  program.arguments.insert(program.arguments.begin(), line.program);
  return program;
}

/// What --interleaved says.
void add_units(std::string_view text, const native::Machine& machine, engine::Knowledge& knowledge) {
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    text.remove_prefix(std::min(text.size(), part.size() + 1));
    const std::optional<native::Unit> unit = native::unit_of(part);
    if (!unit) throw UsageError("--interleaved must be ADDRESS:SIZE,..., not " + in_quotes(part));
    if (!machine.may_hold_data(unit->begin, unit->size)) {
      throw UsageError("--interleaved names bytes that no data of the program can be at: " + in_quotes(part));
    }
    knowledge.learn(*unit);
  }
}

/// What a schedule or the user says that earlier explorations have learnt.
engine::Knowledge knowledge_of(const Options& options, const native::Machine& machine) {
  engine::Knowledge knowledge;
  knowledge.orders_barriers = options.barriers == BarrierOrder::Ordered;
  add_units(options.interleaved.value, machine, knowledge);
  native::OrderedStates states;
  if (!native::add_states(options.shared_state.value, states)) {
    throw UsageError("--shared-state must be some of random, files and handlers, not " +
                     in_quotes(options.shared_state.value));
  }
  knowledge.library_states = states.bits();
  const auto counts = native::counts_of(options.observed_counts.value);
  if (!counts)
    throw UsageError("--observed-counts must be ADDRESS,..., not " + in_quotes(options.observed_counts.value));
  for (const engine::ObservedCount& each : *counts) knowledge.learn(each);
  return knowledge;
}

Input open_native(const CommandLine& line) {
  const native::ProgramOptions program = program_options(line);
  Input input;
  input.path = line.program;
  try {
    auto executor = std::make_unique<native::NativeExecutor>(native::build(program));
    input.guest = executor.get();
    input.knowledge = knowledge_of(line.options, executor->machine());
    input.fingerprint = fingerprint_of(*executor, program);
    input.source_line = [native = executor.get()](const engine::Location& location) {
      return native->source_line(location);
    };
    input.executor = std::move(executor);
  } catch (const native::ProgramError& error) {
    throw UsageError(error.what());
  }
  return input;
}

}  // namespace

bool is_native(const CommandLine& line) {
  return !line.programs.empty() && std::all_of(line.programs.begin(), line.programs.end(), &native::is_native_source);
}

Input open_input(const CommandLine& line) {
  for (const std::string& path : line.programs) {
    if (path.ends_with(kModelEnding)) {
      if (line.programs.size() > 1) throw UsageError("a model is explored alone, but several files are given");
      if (!line.arguments.empty()) throw UsageError("a model has no arguments, but some are given after --");
      return open_model(path, line.options);
    }
    if (!native::is_native_source(path)) {
      throw UsageError("cannot tell what " + in_quotes(path) +
                       " is: supported are C and C++ (*.c, *.cc, *.cpp), LLVM (*.bc, *.ll, *.o) and models (*.model)");
    }
  }
  return open_native(line);
}

}  // namespace qpor::frontend
