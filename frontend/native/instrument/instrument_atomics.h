// Makes atomic instructions events: before each a call of a hook (atomics.h), which waits for the operation's turn.
// It is told the value, the function and the memory orders, too. The instruction stays as it is. A fence is an event as
// well: it changes no value, but happens-before.
//
// Reference counts of std::shared_ptr have hooks of their own where they stand alone (instrument_counts.h); those of
// strings and of std::stop_token are no events. Nor are the bytes that say that a static local variable is initialised:
// the runtime's functions are.

#pragma once

#include <cstdint>

namespace llvm {
class Function;
class Instruction;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

// Names of the hooks.
inline constexpr const char* kAtomicLoadName = "qpor.atomic_load";
inline constexpr const char* kAtomicStoreName = "qpor.atomic_store";
inline constexpr const char* kAtomicChangeName = "qpor.atomic_change";
inline constexpr const char* kAtomicCompareExchangeName = "qpor.atomic_compare_exchange";
inline constexpr const char* kAtomicWriteName = "qpor.atomic_write";
inline constexpr const char* kAtomicFenceName = "qpor.atomic_fence";

// The second argument of the hooks, and the only one of a fence: the size, and above it the memory orders of success
// and failure with the numbers of engine::MemoryOrder.
inline constexpr std::uint32_t kSuccessShift = 16;
inline constexpr std::uint32_t kFailureShift = 24;

/// std::atomic::wait and others of libstdc++ ask 16 times before they wait; once is enough.
void shorten_spinning(llvm::Module& module);

/// Functions of headers that have stand-ins (Treatment::Replaced) lose their bodies: the linker finds the stand-ins.
/// REQUIRES: nothing of the program has been inlined.
void replace_header_functions(llvm::Module& module);

/// Is it part of a reference count of the C++ library?
bool counts_references(const llvm::Instruction& instruction);

/// The same only of those that have no hooks of their own (instrument_counts.h).
bool is_other_count(const llvm::Instruction& instruction);

/// `counts_stand_alone` as in instrument_counts.h: otherwise the counts of std::shared_ptr are atomics like others.
/// REQUIRES: the function has a body.
void add_atomic_hooks(llvm::Function& function, bool counts_stand_alone);

}  // namespace qpor::frontend::native
