// Atomic accesses and fences of the program that ask for less than sequential consistency. qpor runs them as if they
// had asked for it, so a result says nothing of reorderings that a weaker order would allow; the user is told where.
//
// Static: every such access in a function of the program counts, whether it is executed or not. Where the C++ library
// makes the access for the program (std::atomic::load), it is the program's call that counts, with the order that it is
// given there; accesses that the library makes on its own account (a reference count, a future) do not.

#pragma once

#include <vector>

#include "frontend/program/weaker_atomic.h"

namespace llvm {
class AtomicCmpXchgInst;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

/// Each once, by place. REQUIRES: the module is as it was loaded.
std::vector<WeakerAtomic> weaker_atomics(const llvm::Module& module);

/// Is there the lock of std::atomic<std::shared_ptr>, be it inlined into its callers? After an optimiser that lock,
/// which orders, is all that is left of an access, whatever order the program gave it. Without debug information the
/// lock is known by what it does: it sets the lowest bit of a word by a compare-exchange. REQUIRES: as for
/// weaker_atomics.
bool has_pointer_locks(const llvm::Module& module);
/// Does that compare-exchange take such a lock?
bool is_pointer_lock(const llvm::AtomicCmpXchgInst& exchange);

}  // namespace qpor::frontend::native
