// A native program, ready to run: compiled, instrumented and linked. A value: it never changes, executors share it, and
// a process that is forked from the one that built it has it at the same addresses.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/native/build/link.h"
#include "frontend/native/build/load.h"
#include "frontend/native/instrument/instrument.h"
#include "frontend/native/machine/options.h"
#include "frontend/native/machine/process.h"
#include "frontend/native/machine/region.h"

namespace qpor::frontend::native {

struct ProgramOptions {
  Sources sources;
  MachineOptions machine;
  InstrumentOptions instrument;
  LinkOptions link;
  std::vector<std::string> arguments;  ///< argv, argv[0] included
  bool checkpoints = true;
};

/// Milliseconds, for the start-up bench.
struct LoadTimes {
  double load = 0;
  double instrument = 0;
  double link = 0;
};

class NativeProgram {
 public:
  /// Throws ProgramError; std::logic_error where the process has a program already.
  explicit NativeProgram(const ProgramOptions& options);

  const ProgramOptions& options() const { return options_; }
  const Region& region() const { return region_; }
  const llvm::Module& module() const { return *loaded_.module; }
  const Instrumented& instrumented() const { return instrumented_; }
  bool is_optimised() const { return loaded_.is_optimised; }
  const Linked& linked() const { return linked_; }
  const LoadTimes& load_times() const { return times_; }

 private:
  ProgramOptions options_;
  Process process_;
  Region region_;
  LoadedModule loaded_;
  Instrumented instrumented_;
  Linked linked_;
  LoadTimes times_;
};

/// Throws as the constructor does.
std::shared_ptr<const NativeProgram> build(const ProgramOptions& options);

}  // namespace qpor::frontend::native
