// From files to one module: compiles C and C++, reads bitcode and LLVM assembly, links all of it, and sees to it that
// there is a function to begin with. First station of a native program.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "frontend/native/program_error.h"

namespace llvm {
class LLVMContext;
class Module;
}  // namespace llvm

namespace qpor::frontend::native {

struct Sources {
  std::vector<std::string> paths;
  std::string compiler_flags;            ///< as in a shell
  std::vector<std::string> definitions;  ///< NAME=VALUE, for the preprocessor
  std::string entry = "main";
};

struct LoadedModule {
  LoadedModule();
  LoadedModule(LoadedModule&&) noexcept;
  LoadedModule& operator=(LoadedModule&&) noexcept;
  ~LoadedModule();

  std::unique_ptr<llvm::LLVMContext> context;
  std::unique_ptr<llvm::Module> module;  // goes before its context
  /// Every call that the sources make is a call in the module: all was compiled here, and without optimising.
  bool keeps_calls = false;
  /// Some of it has been through an optimiser, which may have dropped accesses.
  bool is_optimised = false;
};

/// Is this the name of a file that can be loaded?
bool is_native_source(const std::string& path);

/// Throws ProgramError.
LoadedModule load(const Sources& sources);

/// Words as a shell would split them: blanks separate, quotes and backslashes protect.
std::vector<std::string> split_words(const std::string& text);

}  // namespace qpor::frontend::native
