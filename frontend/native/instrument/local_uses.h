// What a function does with a pointer to a local variable, or with a pointer that it is given: does anything keep it
// when the function has returned, and which bytes are accessed through it? Decides which locals need red zones and have
// to be marked when they are gone (instrument_stack.h); most locals of C++ code are only handed to member functions
// that keep no pointer and stay within the object.
//
// A function is looked at with those that it calls; in a recursion, and where the callee is not known, a pointer counts
// as kept. Library functions of C that are known (library.h) keep none but for those in a list.
//
// Cost: each use of a pointer parameter once in all.

#pragma once

#include <cstdint>
#include <optional>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/SmallVector.h>

namespace llvm {
class AllocaInst;
class Argument;
class CallBase;
class DataLayout;
class Function;
class Instruction;
class Value;
}  // namespace llvm

namespace qpor::frontend::native {

struct PointerUses {
  bool escapes = false;        ///< it may still be known to something when the function has returned
  bool is_unbounded = false;   ///< accesses at places that are not known
  bool has_aliases = false;    ///< several pointers are joined, so that it is not known which one is used
  bool is_passed = false;      ///< other code accesses it, be it within bounds
  bool meets_atomics = false;  ///< it is passed to a function that has atomics, or that passes it on to one
  bool is_returned = false;
  std::optional<std::int64_t> returned_at;  ///< the offset of what is returned, if it is known
  std::int64_t begin = 0;                   ///< the accesses at known places are in [begin, end)
  std::int64_t end = 0;
};

/// Then any local of the function may be one, or be a structure whose bytes, with those between its members, become the
/// value of one.
bool has_atomics(const llvm::Function& function);

class LocalUses {
 public:
  explicit LocalUses(const llvm::DataLayout& layout) : layout_(layout) {}

  /// Accesses of its function at an unknown offset from the local itself do not make it unbounded: those are compared
  /// with its size where they are made.
  /// `pointers` gets every value of its function that may point to it, unless it escapes.
  PointerUses of(const llvm::AllocaInst& local, llvm::SmallVectorImpl<const llvm::Value*>& pointers);
  /// The same for a pointer that is passed.
  const PointerUses& of(const llvm::Argument& parameter);

 private:
  class Walk;

  const llvm::DataLayout& layout_;
  llvm::DenseMap<const llvm::Argument*, PointerUses> known_;
};

}  // namespace qpor::frontend::native
