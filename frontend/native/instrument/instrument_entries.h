// Where a program is entered: main, whatever its name and parameters, and the constructors and destructors of the
// module as one function each.

#pragma once

#include <string>

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// Makes `name` callable as main, under kEntryName.
void make_entry(llvm::Module& module, const std::string& name);
/// llvm.global_ctors or _dtors, as a function that calls them in the order of their priorities. False when there are
/// none.
bool lower_list(llvm::Module& module, const char* list_name, const char* function_name, bool is_backwards);

}  // namespace qpor::frontend::native
