// C++ library code that runs as part of the program under test, so that it is instrumented like the program's own: the
// folder guest_library, compiled to bitcode when qpor is built, and embedded. It has the templates of libstdc++ that
// headers leave to libstdc++.so (strings, streams, facets), and code of ours for what libstdc++.so alone has (hooks of
// lists, balanced trees, pmr, ...).
//
// Invariant: type information, identities of facets and other variables of the library are the host's, of which there
// is one each; virtual tables are the program's, since their functions are.
//
// Cost: a look at the names of its 2000 symbols (0.2 ms) for a module that needs none of them. Otherwise declarations
// are parsed, and function bodies as far as they are needed.

#pragma once

namespace llvm {
class Module;
}

namespace qpor::frontend::native {

/// How the names of functions begin that are to be called before the program's constructors.
inline constexpr const char* kGuestStartPrefix = "qpor.guest_start.";
/// Where the guest library has its std::ctype<char>: it writes to it, as the library's own does, whenever it likes.
inline constexpr const char* kGuestCtypeName = "qpor.guest_ctype";
char* guest_ctype_place();

/// Takes along what the module needs of the guest library. Throws ProgramError.
void link_guest_library(llvm::Module& module);

}  // namespace qpor::frontend::native
