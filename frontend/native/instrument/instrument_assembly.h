// Inline assembly becomes what it means: lock-prefixed instructions and xchg become atomic read-modify-writes, mov on
// memory an atomic load or store, fences fences, cpuid and rdtsc questions to qpor. Everything after treats them as
// atomics of the language; docs/native.md has the list.
//
// Orders: an instruction with a lock is seq_cst, a load acquires and a store releases, as x86 does it; without a
// "memory" clobber the compiler may move plain accesses across, and each is relaxed.
//
// Any other code stays as it is: the thread that comes to it stops there (refuse_assembly), or runs it and is noted.

#pragma once

#include <cstdint>

namespace llvm {
class CallBase;
class InlineAsm;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

// Names of the hooks.
inline constexpr const char* kRefusedAssemblyName = "qpor.refused_assembly";
inline constexpr const char* kRefusedAssemblyCallName = "qpor.refused_assembly_call";
inline constexpr const char* kProcessorName = "qpor.processor";

/// Of a declaration that assembly of the module defines.
inline constexpr const char* kAssemblyAttribute = "qpor-assembly";

/// Before anything looks for atomics.
void translate_assembly(llvm::Module& module);

/// Functions whose whole body is assembly (naked, or defined by assembly of the module) are treated as the assembly
/// that they are: see note_assembly. Before declarations are looked at.
void treat_assembly_functions(llvm::Module& module, bool is_allowed);

/// Of code that is still there: nothing if it does nothing that another thread could tell. Otherwise control stops
/// before it, or is noted where it is allowed.
void note_assembly(llvm::CallBase& call, bool is_allowed);

/// Code without instructions, or with such as only let time go by.
bool is_idle_assembly(const llvm::InlineAsm& code);

// --- what instrumented code calls

/// Ends the thread.
[[noreturn]] void refused_assembly_hook(const char* text);
/// The same from a function that is called instead: its return address and frame.
[[noreturn]] void refused_assembly_call_hook(const char* name, const void* return_address, const void* frame);
/// The counter of cycles: that of the virtual clock, a nanosecond each.
/// cpuid of a processor that has what every x86-64 has. `which`: 0 to 3 for eax, ebx, ecx, edx.
std::uint32_t processor_hook(std::uint32_t leaf, std::uint32_t which);

}  // namespace qpor::frontend::native
