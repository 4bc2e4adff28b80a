// What instructions change, as far as it matters for spin loops (spinning.h): may a round of a loop that executes them
// have changed nothing?
//
// Atomic operations that are events do not count here: whether they change something shows when they run. The same
// holds for plain stores, which compare: one that leaves memory as it is has no effect.

#pragma once

#include <unordered_map>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace qpor::frontend::native {

enum class Effect {
  None,     ///< or one that shows when the atomic operation runs
  Store,    ///< of up to eight bytes: none if they are there already
  Copy,     ///< the same for a memcpy
  Certain,  ///< something changes, or may and nobody will tell
};

/// Asked after atomics have got their hooks (instrument_atomics.h).
class Effects {
 public:
  Effect of(const llvm::Instruction& instruction);

  /// Does it do an atomic operation that is an event, itself or in what it calls?
  bool reads_atomic(const llvm::Instruction& instruction);
  /// Does it load from memory that other threads may write, itself or in what it calls?
  bool reads_memory(const llvm::Instruction& instruction);

 private:
  /// Of a function that has no effect but on its own frame; cost: each is looked at once.
  struct Summary {
    bool has_effect = true;  ///< also while it is being looked at: recursion
    bool reads_atomic = false;
    bool reads_memory = false;
  };
  const Summary& summary(const llvm::Function& function);

  std::unordered_map<const llvm::Function*, Summary> summaries_;
};

}  // namespace qpor::frontend::native
