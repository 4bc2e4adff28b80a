// Reference counts of std::shared_ptr in the module (counts.h). Where the program was compiled without optimisation,
// the functions of libstdc++'s control blocks stand alone and get hooks: before each change of a count, around the
// disposal of the object and of the control block, and before calls of library functions that a disposal might make.
// Where they may have been inlined, the counts are ordinary atomics.
//
// The lock inside of std::atomic<std::shared_ptr> becomes a reader-writer lock of the engine: a load is two operations
// on it that commute with those of other loads, everything else two exclusive ones.

#pragma once

namespace llvm {
class Instruction;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

// Names of the hooks.
inline constexpr const char* kCountChangeName = "qpor.count_change";
inline constexpr const char* kCountReadName = "qpor.count_read";
inline constexpr const char* kCountAliveName = "qpor.count_alive";
inline constexpr const char* kCountLockName = "qpor.count_lock";
inline constexpr const char* kDisposeBeginName = "qpor.dispose_begin";
inline constexpr const char* kDestroyBeginName = "qpor.destroy_begin";
inline constexpr const char* kDisposeEndName = "qpor.dispose_end";
inline constexpr const char* kExceptionDropName = "qpor.exception_drop";  ///< in the guest library
inline constexpr const char* kEffectName = "qpor.effect";
inline constexpr const char* kPointerReadLockName = "qpor.pointer_read_lock";
inline constexpr const char* kPointerSwapName = "qpor.pointer_swap";
inline constexpr const char* kPointerReadUnlockName = "qpor.pointer_read_unlock";
inline constexpr const char* kPointerLockName = "qpor.pointer_lock";
inline constexpr const char* kPointerUnlockName = "qpor.pointer_unlock";

/// Does every function that counts references stand alone? `keeps_calls` as in LoadedModule.
bool counts_stand_alone(const llvm::Module& module, bool keeps_calls);

/// REQUIRES: counts_stand_alone, and no hooks of atomics yet
void add_count_hooks(llvm::Module& module);

/// The same where they do not: a drop must not look at both counts at a time, and the inner lock of
/// std::atomic<std::shared_ptr> releases.
void separate_counts(llvm::Module& module);

/// Is it in a function of a control block, perhaps inlined?
bool is_of_control_block(const llvm::Instruction& instruction);

}  // namespace qpor::frontend::native
