// Instructions that access memory and are neither loads nor stores: vector and other intrinsics of LLVM, and assembly
// code. Those that can be are made of loads and stores, which instrument_memory.h then treats like others. Every other
// one that may access memory is known to be harmless, by a list, or noted when it is executed (unseen.h).

#pragma once

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// What cycle counters and random numbers of the processor are replaced by.
inline constexpr const char* kCyclesName = "qpor.cycles";
inline constexpr const char* kRandomName = "qpor.random";

/// Masked loads and stores, gathers and scatters, and those of x86, become loads and stores of single elements.
void lower_memory_intrinsics(llvm::Module& module);

/// To be called when loops have been looked at, and before accesses are.
/// Assembly code is run and noted where it is allowed, and otherwise stops the thread (instrument_assembly.h).
void note_unseen_instructions(llvm::Module& module, bool allows_assembly);

}  // namespace qpor::frontend::native
