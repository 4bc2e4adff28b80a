// The conventions of SV-COMP for programs to be verified: what a program says by calling functions that nobody defines.
// instrument_svcomp.h gives some of them bodies; here is what happens when they are called.
//
//   reach_error(), __VERIFIER_error()     a defect of the kind "reach-error"
//   __VERIFIER_assert(c)                  a defect of the kind "assertion" if c is false
//   __VERIFIER_assume(c)                  the execution is cut if c is false: neither a trace nor a deadlock
//   __VERIFIER_nondet_TYPE()              one of a few values, each explored
//   __VERIFIER_atomic_begin(), ..._end()  an atomic block
//
// An atomic block is a mutex that all of them share, and that a thread may take several times over. It keeps other
// threads out of their blocks, not from other operations.

#pragma once

#include <cstdint>

#include "frontend/native/machine/fiber.h"

namespace qpor::frontend::native {

/// The mutex of all atomic blocks; it lies nowhere.
inline constexpr Address kAtomicBlock = kRegion;
inline constexpr ObjectRef kAtomicBlockObject{kAtomicBlock, engine::ObjectKind::Mutex, 0, 0, 0};
inline constexpr const char* kAtomicBlockText = "the atomic block";

inline bool in_atomic_block(const Fiber& fiber) { return fiber.atomic_depth > 0; }

// --- what programs call

[[noreturn]] void svcomp_error();
void svcomp_assert(int condition);
void svcomp_atomic_begin();
void svcomp_atomic_end();

// --- what the instrumented module calls; the last argument is where the program called

/// At the end of a reach_error that the program defines and that comes back.
[[noreturn]] void svcomp_error_hook(Address pc);
[[noreturn]] void svcomp_assume_hook(Address pc);
/// One of `count` values. `number` as in Instrumented::choices, or kAllValues when there are no others.
std::int64_t svcomp_nondet_hook(const std::int64_t* values, std::uint32_t count, std::uint32_t number, Address pc);
void svcomp_enter_hook(Address pc);
void svcomp_leave_hook(Address pc);

inline constexpr std::uint32_t kAllValues = 0xffff'ffff;

}  // namespace qpor::frontend::native
