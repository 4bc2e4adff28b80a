// Which of the program's code is its own, and which came from headers of a library. In C++ most calls of stand-ins are
// made by inline functions of the library (std::mutex::lock); what the user wants to know is where these were called.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "frontend/native/machine/layout.h"

namespace llvm {
class Function;
class Instruction;
}  // namespace llvm

namespace qpor::frontend::native {

/// [begin, end)
struct CodeRange {
  Address begin = 0;
  Address end = 0;
};

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

/// Answers for addresses, from ranges that are sorted and do not overlap. Remembers the last answers, since the same
/// few places ask again and again: one look then.
class LibraryCode {
 public:
  void set(std::vector<CodeRange> ranges);
  bool is_empty() const { return ranges_.empty(); }
  bool contains(Address pc) const;

 private:
  struct Answer {
    Address pc = 0;
    bool is_library = false;
  };
  static constexpr std::size_t kAnswers = 256;

  std::vector<CodeRange> ranges_;
  mutable std::vector<Answer> answers_;
};

}  // namespace qpor::frontend::native
