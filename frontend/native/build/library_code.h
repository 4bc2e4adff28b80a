// Which functions of a module are the program's own, and which came from headers of a library; by address, when they
// have one, in guest/code_ranges.h.

#pragma once

#include <string>
#include <string_view>

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace qpor::frontend::native {

/// Is that a header of the C or C++ library or of the compiler? Those of other packages, such as Boost, are part of the
/// program under test.
bool is_library_file(std::string_view path);

/// `ns::Class::f` for a mangled name, without parameters: they are long. Other names as they are.
std::string readable_name(const std::string& name);

/// By its file; without debug information, by its mangled name.
bool is_library_function(const llvm::Function& function);

/// Is it the program's code, or was it inlined from there? By the debug information.
bool comes_from_program(const llvm::Instruction& instruction);

/// A library function into which no optimiser has inlined code of the program, such as the function of a thread.
bool is_library_alone(const llvm::Function& function);

}  // namespace qpor::frontend::native
