// Functions and variables that the module does not define, by what library.h knows of them: some are refused, some are
// noted as unseen when they are called, and those behind a stand-in that announces their accesses get another name.

#pragma once

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// Throws ProgramError when symbols are missing, naming them, and for variables that are refused.
void treat_declarations(llvm::Module& module);
/// Before any optimisation: a call that only reads memory and whose result is not used would be left out.
void keep_checked_calls(llvm::Module& module);
/// After everything that knows functions by their names.
void name_checked(llvm::Module& module);
/// Which thread pthread_barrier_wait tells to be the serial one matters only where the result is used; then all threads
/// ask, for it may be one that does not use it.
void mark_unused_barrier_results(llvm::Module& module);
/// Library symbols may be further away than 2 GiB: the linker has to go through its table.
void make_declarations_reachable(llvm::Module& module);

}  // namespace qpor::frontend::native
