// Free bytes behind global variables, so that an access beyond the end of one is told from an access to the next.

#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// Those that the program defines, but not thread-local ones, those in sections of their own, and what belongs to the
/// compiler. The result has the sizes of the variables themselves, by name.
std::map<std::string, std::uint64_t> pad_globals(llvm::Module& module);

}  // namespace qpor::frontend::native
