// A copy of everything that a run changes: globals, the used part of each slot, Run, and what the C and C++ libraries
// remember of a run. Restoring it and going on is
// the same as running from the beginning.
//
// What it does not hold: open files. A run that uses some (Run::uses_host) is not saved from then on; see Checkpoints.
//
// Cost: one copy of the used memory each way; 4 to 9 KB for the evaluation programs.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/program/ids.h"
#include "frontend/native/machine/machine.h"

namespace qpor::frontend::native {

class Checkpoint {
 public:
  /// False, and nothing is saved, when it would take more than `most` bytes.
  bool save(Machine& machine, std::size_t most);
  void restore(Machine& machine) const;
  std::size_t bytes() const { return used_; }

  std::size_t steps = 0;                     ///< after so many steps of the execution
  std::vector<engine::OperationId> pending;  ///< the executor's table at that time

 private:
  struct Piece {
    char* address;
    std::size_t size;
  };
  struct ThreadPart {
    Slot slot;
    Piece own;  ///< from the stack pointer to the end of the Fiber
    Piece heap;
  };

  static Piece own_part(const Machine& machine, Fiber& fiber);

  std::vector<ThreadPart> parts_;
  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t used_ = 0;
  bool has_streams_ = false;  ///< CxxStreams; else they are as at the beginning of a run
  Shadow::Mark shadow_;
  std::size_t atomic_changes_ = 0;  ///< the length of the journal of AtomicPlaces
  std::size_t clock_readings_ = 0;  ///< that of Clocks
};

/// Hash of the memory of the program: globals, heaps, thread-local variables, and where each thread stands. Not of the
/// stacks: what was never written there is left from earlier calls, which are others after going back.
std::uint64_t memory_hash(const Machine& machine);

}  // namespace qpor::frontend::native
